import PTTLink
import Testing

/// Free ports for a test's own discovery, so that tests that run at once do not hear each other.
enum UDPTestPort {
    static func free() throws -> UInt16 {
        let probe = UDPLink(UDPConfiguration(discovery: nil))
        try probe.start { _ in }
        defer { probe.stop() }
        return try #require(probe.ports.ipv4)
    }
}

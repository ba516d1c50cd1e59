import PTTLink
import Testing

/// Free ports for a test's own nodes and groups, so that tests that run at once do not hear each other.
enum UDPTestPort {
    static func free() throws -> UInt16 {
        let probe = UDPLink(UDPConfiguration(discovery: nil))
        try probe.start { _ in }
        defer { probe.stop() }
        return try #require(probe.ports.ipv4)
    }

    /// Different ports, all free at one moment.
    static func free(_ count: Int, host: String) throws -> [UInt16] {
        let probes = (0..<count).map { _ in UDPLink(UDPConfiguration(bindAddress: host, discovery: nil)) }
        defer { for probe in probes { probe.stop() } }
        return try probes.map { probe in
            try probe.start { _ in }
            return try #require(probe.ports.ipv4 ?? probe.ports.ipv6)
        }
    }
}

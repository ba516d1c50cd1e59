/// A peer that was named by the user: `host:port` or `[IPv6]:port`.
struct StaticPeer: Sendable {
    /// Addresses of one name that are called at once: both families of a host with two networks.
    static let maximumAddresses = 4

    let host: String
    let port: UInt16
    /// Where it may be; those that stay silent are dropped once another has spoken.
    var addresses: [SocketAddress] = []
    /// It was `.up` once.
    var wasAnnounced = false

    init(_ text: String) throws(LinkError) {
        guard let colon = text.lastIndex(of: ":") else { throw Self.malformed(text) }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            throw Self.malformed(text)
        }
        guard !host.isEmpty, let port = UInt16(text[text.index(after: colon)...]), port != 0 else {
            throw Self.malformed(text)
        }
        self.host = String(host)
        self.port = port
    }

    private static func malformed(_ text: String) -> LinkError {
        LinkError(.system, "\(text) is not a peer's address: write host:port, or [address]:port for IPv6")
    }
}

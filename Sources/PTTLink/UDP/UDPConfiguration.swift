/// What a ``UDPLink`` listens on, whom it calls, and its bounds.
public struct UDPConfiguration: Hashable, Sendable {
    /// Where nodes find each other without being told.
    public struct Discovery: Hashable, Sendable {
        /// UDP port of the groups; `0x5054` reads "PT".
        public var port: UInt16
        /// Group in the site-local block 239.255.0.0/16 (RFC 2365).
        public var ipv4Group: String
        /// Transient link-local group with an identifier in the dynamic range (RFC 4291 §2.7, RFC 3307 §4.3).
        public var ipv6Group: String

        public init(port: UInt16 = 0x5054, ipv4Group: String = "239.255.80.84", ipv6Group: String = "ff12::8000:5054") {
            self.port = port
            self.ipv4Group = ipv4Group
            self.ipv6Group = ipv6Group
        }
    }

    /// Unicast port, the same on IPv4 and IPv6; zero takes a free one.
    public var port: UInt16
    /// Local address to be bound to, e.g. `127.0.0.1` or `fe80::1%eth0`; nil binds to all of both families.
    public var bindAddress: String?
    /// Multicast discovery; nil turns it off.
    public var discovery: Discovery?
    /// Names of the interfaces that carry discovery; empty means every one that can.
    public var interfaces: Set<String>
    /// Static peers, `host:port` or `[IPv6]:port`.
    public var peers: [String]
    /// How long a neighbour may be silent before it is down: three of the mesh's announcement periods.
    public var silenceLimit: Duration
    /// How long to wait between lookups of a static peer that does not answer.
    public var lookupInterval: Duration
    /// Neighbours kept; beyond them the one that was silent longest gives way. More than a mesh has direct neighbours.
    public var maximumEndpoints: Int
    /// New neighbours admitted per second: forged source addresses must not wash out those that speak.
    public var newEndpointsPerSecond: Int
    /// Datagrams that wait for a socket that is full; the oldest gives way. One second of voice to 20 neighbours.
    public var queueLimit: Int
    /// Kernel buffer for arrivals, in bytes: 80 ms of a full 100 Mbit/s Ethernet, minutes of voice.
    public var receiveBufferBytes: Int

    public init(
        port: UInt16 = 0, bindAddress: String? = nil, discovery: Discovery? = Discovery(), interfaces: Set<String> = [],
        peers: [String] = [], silenceLimit: Duration = .seconds(45)
    ) {
        self.port = port
        self.bindAddress = bindAddress
        self.discovery = discovery
        self.interfaces = interfaces
        self.peers = peers
        self.silenceLimit = silenceLimit
        lookupInterval = .seconds(15)
        maximumEndpoints = 512
        newEndpointsPerSecond = 100
        queueLimit = 512
        receiveBufferBytes = 1 << 20
    }
}

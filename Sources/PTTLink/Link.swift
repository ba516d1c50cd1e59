/// One way to reach neighbours: moves whole datagrams and parses nothing.
///
/// A datagram sent is delivered whole, once, late, twice, out of order or not at all; never in part, never merged.
public protocol Link: AnyObject, Sendable {
    /// Name for people, e.g. `udp`.
    var name: String { get }

    /// Starts the link. `handler` is called in order on one thread of the link's own and must not block.
    ///
    /// - Throws: ``LinkError`` when the link cannot come up.
    func start(_ handler: @escaping @Sendable (LinkEvent) -> Void) throws

    /// Sends one datagram to one neighbour; never blocks. What cannot be sent is reported as `.fault`.
    func send(_ datagram: [UInt8], to endpoint: Endpoint)

    /// Sends one datagram to every neighbour that listens, known or not, except `endpoint`.
    ///
    /// Where neighbours share a medium, as on a multicast group, the excepted one hears it too.
    func broadcast(_ datagram: [UInt8], except endpoint: Endpoint?)

    /// Takes the link down; when it returns, no further call is made.
    func stop()
}

/// A neighbour on a link: an address whose text means something only to its link.
public struct Endpoint: Hashable, Sendable, CustomStringConvertible {
    public var address: String

    public init(_ address: String) {
        self.address = address
    }

    public var description: String { address }
}

public struct LinkTraits: Hashable, Sendable {
    /// Largest datagram in bytes.
    public var maximumDatagramBytes: Int
    /// True where each packet has a price beyond its bytes (BLE connection events), so frames should share packets.
    public var packetsAreCostly: Bool

    public init(maximumDatagramBytes: Int, packetsAreCostly: Bool) {
        self.maximumDatagramBytes = maximumDatagramBytes
        self.packetsAreCostly = packetsAreCostly
    }
}

public enum LinkEvent: Sendable {
    /// A neighbour became reachable: a static peer, or one whose datagram arrived.
    case up(Endpoint, LinkTraits)
    /// A neighbour has been silent for too long or its address failed.
    case down(Endpoint)
    case received([UInt8], from: Endpoint)
    case fault(LinkError)
}

public struct LinkError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: Hashable, Sendable {
        case addressInUse
        case unreachable
        case tooLarge
        case queueFull
        case system
    }

    public var code: Code
    /// What failed and what to do about it.
    public var message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }
}

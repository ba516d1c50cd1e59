public import PTTWire

/// The bitchat-compatible node as a value: told what happened, answers what to do.
///
/// One owner tells it every event with both clocks, and performs the effects in order. It draws its keys and delays from
/// the generator it is given: give it ``SecureRandom`` outside tests.
public struct MeshEngine: Sendable {
    public let identity: MeshIdentity
    public private(set) var statistics = MeshStatistics()
    private var configuration: MeshConfiguration
    private var random: any RandomNumberGenerator & Sendable

    /// - Parameter pinned: The keys that earlier engines of this identity asked to keep.
    public init(
        configuration: MeshConfiguration, identity: MeshIdentity, pinned: [PinnedPeer] = [],
        random: any RandomNumberGenerator & Sendable
    ) {
        self.configuration = configuration
        self.identity = identity
        self.random = random
    }

    /// Peers known now, in no particular order.
    public var peers: [MeshPeer] { [] }

    public mutating func handle(_ event: consuming Event, now: ClockReading, into effects: inout [Effect]) {
    }
}

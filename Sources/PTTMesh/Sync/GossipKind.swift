import PTTWire

/// What is kept for those who were not there, each kind on a shelf of its own (bitchat wire §9).
///
/// Live voice, sessions and everything else directed are not kept. Board posts and prekey bundles are not either: whoever
/// keeps them must read them, which this node does not.
public enum GossipKind: CaseIterable, Hashable, Sendable {
    /// The latest of each peer.
    case announce
    case message
    case groupMessage
    case file
    case fragment

    /// Nil for what is not kept.
    public init?(_ type: PacketType?) {
        switch type {
        case .announce: self = .announce
        case .publicMessage: self = .message
        case .groupMessage: self = .groupMessage
        case .fileTransfer: self = .file
        case .fragment: self = .fragment
        case nil, .leave, .courierEnvelope, .noiseHandshake, .noiseEncrypted, .syncRequest, .boardPost, .prekeyBundle,
            .ping, .pong, .nostrCarrier, .publicVoice, .announceV2:
            return nil
        }
    }

    /// The bit that asks for it.
    public var types: SyncTypes {
        switch self {
        case .announce: .announce
        case .message: .message
        case .groupMessage: .groupMessage
        case .file: .file
        case .fragment: .fragment
        }
    }
}

/// How long and how much of one kind is kept.
public struct GossipShelfLimits: Hashable, Sendable {
    /// Age by the packet's own timestamp up to which it is kept and sent.
    public var window: Duration
    public var packets: Int
    public var bytes: Int

    public init(window: Duration, packets: Int, bytes: Int) {
        self.window = window
        self.packets = packets
        self.bytes = bytes
    }

    /// A packet above this is not kept: it would push out too many.
    var largestPacket: Int { bytes / 8 }

    func admits(_ timestamp: Timestamp, at now: Timestamp) -> Bool {
        let age = now.milliseconds(since: timestamp)
        return age <= window.wholeNanoseconds / 1_000_000 && age >= -PacketPolicy.largestClockSkewMilliseconds
    }
}

/// What a packet carries: the second byte of its header.
///
/// A packet whose type byte is none of these is still a packet: it is forwarded, and never looked into.
public enum PacketType: UInt8, CaseIterable, Hashable, Sendable {
    case announce = 0x01
    case publicMessage = 0x02
    case leave = 0x03
    case courierEnvelope = 0x04
    case noiseHandshake = 0x10
    case noiseEncrypted = 0x11
    case fragment = 0x20
    case syncRequest = 0x21
    case fileTransfer = 0x22
    case boardPost = 0x23
    case prekeyBundle = 0x24
    case groupMessage = 0x25
    case ping = 0x26
    case pong = 0x27
    case nostrCarrier = 0x28
    case publicVoice = 0x29
    /// Reserved by shipped nodes, which forward it unread.
    case announceV2 = 0x2C

    /// True for the types whose whole frame is padded to a block on the wire.
    public var isPaddedOnWire: Bool {
        switch self {
        case .noiseHandshake, .noiseEncrypted:
            true
        case .announce, .publicMessage, .leave, .courierEnvelope, .fragment, .syncRequest, .fileTransfer, .boardPost,
            .prekeyBundle, .groupMessage, .ping, .pong, .nostrCarrier, .publicVoice, .announceV2:
            false
        }
    }
}

/// The two layouts of a packet.
public enum PacketVersion: UInt8, Hashable, Sendable {
    case v1 = 1
    case v2 = 2

    /// Bytes before the sender ID.
    public var headerLength: Int {
        switch self {
        case .v1: 14
        case .v2: 16
        }
    }

    /// Bytes of the payload length, and of the original size of a compressed payload.
    public var lengthFieldWidth: Int {
        switch self {
        case .v1: 2
        case .v2: 4
        }
    }

    /// Largest number that the length field can say.
    public var largestLength: Int {
        switch self {
        case .v1: Int(UInt16.max)
        case .v2: Int(UInt32.max)
        }
    }
}

/// The flag byte of a packet's header; bits without a name are ignored.
public struct PacketFlags: OptionSet, Hashable, Sendable {
    public var rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    public static let hasRecipient = PacketFlags(rawValue: 0x01)
    public static let hasSignature = PacketFlags(rawValue: 0x02)
    public static let isCompressed = PacketFlags(rawValue: 0x04)
    /// Means something in version 2 only.
    public static let hasRoute = PacketFlags(rawValue: 0x08)
    /// The packet answers a sync request.
    public static let isSyncAnswer = PacketFlags(rawValue: 0x10)
}

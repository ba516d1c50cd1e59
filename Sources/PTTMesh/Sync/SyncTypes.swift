/// The types of packets that a sync request asks for, one bit each (bitchat wire §9).
///
/// Live voice has no bit: it is never kept or sent again.
public struct SyncTypes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt64

    /// Bits that stand for nothing are cleared.
    public init(rawValue: UInt64) {
        self.rawValue = rawValue & Self.known
    }

    private static let known: UInt64 = 0x7FF
    private static let mostBytes = 8

    public static let announce = SyncTypes(rawValue: 1 << 0)
    public static let message = SyncTypes(rawValue: 1 << 1)
    public static let leave = SyncTypes(rawValue: 1 << 2)
    public static let handshake = SyncTypes(rawValue: 1 << 3)
    public static let ciphertext = SyncTypes(rawValue: 1 << 4)
    public static let fragment = SyncTypes(rawValue: 1 << 5)
    public static let syncRequest = SyncTypes(rawValue: 1 << 6)
    public static let file = SyncTypes(rawValue: 1 << 7)
    public static let boardPost = SyncTypes(rawValue: 1 << 8)
    public static let prekeyBundle = SyncTypes(rawValue: 1 << 9)
    public static let groupMessage = SyncTypes(rawValue: 1 << 10)

    /// What a request asks for that does not say.
    public static let unsaid: SyncTypes = [.announce, .message]

    /// Lowest byte first, one to eight; nil for another number of bytes.
    init?(wire bytes: ArraySlice<UInt8>) {
        guard (1...Self.mostBytes).contains(bytes.count) else { return nil }
        self.init(rawValue: bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }

    /// As few bytes as hold the highest bit, lowest first; none without a bit.
    var wireBytes: [UInt8] {
        var bytes: [UInt8] = []
        var rest = rawValue
        while rest > 0 {
            bytes.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
        return bytes
    }
}

/// What a node says it can do, as the wire numbers it.
public struct Capabilities: OptionSet, Hashable, Sendable {
    public var rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    public static let prekeys = Capabilities(rawValue: 1 << 0)
    public static let wifiBulk = Capabilities(rawValue: 1 << 1)
    public static let gateway = Capabilities(rawValue: 1 << 2)
    public static let groups = Capabilities(rawValue: 1 << 3)
    public static let board = Capabilities(rawValue: 1 << 4)
    public static let vouch = Capabilities(rawValue: 1 << 5)
    public static let meshDiagnostics = Capabilities(rawValue: 1 << 6)
    public static let bridge = Capabilities(rawValue: 1 << 7)
    /// Takes files inside a session.
    public static let privateMedia = Capabilities(rawValue: 1 << 8)
    /// Confirms files taken inside a session.
    public static let privateMediaReceipts = Capabilities(rawValue: 1 << 9)

    /// Lowest byte first, as few bytes as hold the highest bit, one for none.
    var wireBytes: [UInt8] {
        var bytes = [UInt8(truncatingIfNeeded: rawValue)]
        var rest = rawValue >> 8
        while rest > 0 {
            bytes.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
        return bytes
    }

    /// Reads any number of bytes, lowest first; those beyond the eighth are ignored.
    init(wire bytes: ArraySlice<UInt8>) {
        rawValue = bytes.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}

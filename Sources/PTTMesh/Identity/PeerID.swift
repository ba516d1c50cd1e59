/// The eight bytes by which packets name a node: the front of the SHA-256 of its Noise static key.
public struct PeerID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The bytes as they travel, first byte in the highest bits.
    public var rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Everyone: what an explicit broadcast recipient says.
    public static let broadcast = PeerID(rawValue: .max)

    /// Bytes of an ID on the wire.
    public static let byteCount = 8

    /// Takes up to eight bytes as they travel; fewer are filled with zeros at the end, more are cut.
    ///
    /// Returns nil for no bytes at all, which name nobody.
    public init?(wire bytes: some Collection<UInt8>) {
        guard !bytes.isEmpty else { return nil }
        var value: UInt64 = 0
        var shift: UInt64 = 64
        for byte in bytes.prefix(Self.byteCount) {
            shift -= 8
            value |= UInt64(byte) << shift
        }
        self.init(rawValue: value)
    }

    /// Reads sixteen hex digits of either case.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == 16, text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
            let value = UInt64(text, radix: 16)
        else { return nil }
        self.init(rawValue: value)
    }

    public static func < (left: PeerID, right: PeerID) -> Bool {
        left.rawValue < right.rawValue
    }

    /// Sixteen lower-case hex digits.
    public var description: String {
        let digits = String(rawValue, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

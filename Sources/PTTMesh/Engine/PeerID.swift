/// The eight bytes by which packets name a node: the front of the SHA-256 of its Noise static key.
public struct PeerID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The bytes as they travel, first byte in the highest bits.
    public var rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Everyone: what an explicit broadcast recipient says.
    public static let broadcast = PeerID(rawValue: .max)

    public static func < (left: PeerID, right: PeerID) -> Bool {
        left.rawValue < right.rawValue
    }

    /// Sixteen lower-case hex digits.
    public var description: String {
        let digits = String(rawValue, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

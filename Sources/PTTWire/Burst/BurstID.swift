/// The eight random bytes that name one held press.
public struct BurstID: Hashable, Sendable, CustomStringConvertible {
    /// The bytes as they travel, first byte in the highest bits.
    public var rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Reads exactly eight bytes.
    public init(bytes: some Collection<UInt8>) throws(BurstError) {
        guard bytes.count == 8 else { throw .burstIDLength(bytes.count) }
        rawValue = bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Sixteen lower-case hex digits, as in the names of voice notes.
    public var description: String {
        let digits = String(rawValue, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

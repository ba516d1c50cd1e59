/// The eight random bytes that name one held press.
public struct BurstID: Hashable, Sendable, CustomStringConvertible {
    static let size = 8

    /// The bytes as they travel, first byte in the highest bits.
    public var rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Reads exactly eight bytes.
    public init(bytes: ArraySlice<UInt8>) throws(BurstError) {
        guard bytes.count == Self.size else { throw .burstIDLength(bytes.count) }
        self.init(head: bytes)
    }

    /// Reads the first bytes of a packet that has as many.
    init(head bytes: ArraySlice<UInt8>) {
        var value: UInt64 = 0
        for index in bytes.startIndex..<bytes.startIndex + Self.size {
            value = value << 8 | UInt64(bytes[index])
        }
        rawValue = value
    }

    /// Sixteen lower-case hex digits, as in the names of voice notes.
    public var description: String {
        let digits = String(rawValue, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

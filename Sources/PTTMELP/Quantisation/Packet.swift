/// One coded superframe: 81 bits in 11 bytes, the seven bits above them zero.
///
/// Bit n is bit n mod 8, counted from the lowest, of byte n / 8. A field's first bit is its most significant.
public struct Packet: Sendable {
    public var bytes: InlineArray<11, UInt8>

    public init(bytes: InlineArray<11, UInt8>) {
        self.bytes = bytes
    }

    public init() {
        bytes = InlineArray(repeating: 0)
    }

    /// - Returns: nil unless there are exactly 11 bytes.
    public init?(_ bytes: Span<UInt8>) {
        guard bytes.count == MELP.packetLength else { return nil }
        self.bytes = InlineArray { bytes[$0] }
    }

    subscript(bit: Int) -> Bool {
        get { bytes[bit >> 3] >> UInt8(bit & 7) & 1 != 0 }
        set {
            let mask: UInt8 = 1 << UInt8(bit & 7)
            bytes[bit >> 3] = newValue ? bytes[bit >> 3] | mask : bytes[bit >> 3] & ~mask
        }
    }

    /// The value of a field.
    subscript(field: Range<Int>) -> Int {
        get { field.reduce(0) { $0 << 1 | (self[$1] ? 1 : 0) } }
        set {
            for (offset, bit) in field.enumerated() {
                self[bit] = newValue >> (field.count - 1 - offset) & 1 != 0
            }
        }
    }
}

extension Packet: Equatable {
    public static func == (left: Packet, right: Packet) -> Bool {
        left.bytes.indices.allSatisfy { left.bytes[$0] == right.bytes[$0] }
    }
}

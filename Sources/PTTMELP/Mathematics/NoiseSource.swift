/// A seeded stream of random numbers, the same on every machine (Marsaglia's xorshift, 2003, 32 bits).
struct NoiseSource: Sendable {
    private static let seed: UInt32 = 0x2545_F491
    private var state = Self.seed

    /// Uniform in −1…1.
    mutating func next() -> Float {
        state ^= state << 13
        state ^= state >> 17
        state ^= state << 5
        return Float(Int32(bitPattern: state) >> 8) * (1 / 8_388_608)
    }

    /// A whole number in `range`; its width is far below 2³¹.
    mutating func next(in range: ClosedRange<Int>) -> Int {
        let width = Float(range.upperBound - range.lowerBound + 1)
        return range.lowerBound + min(Int((next() + 1) * 0.5 * width), range.upperBound - range.lowerBound)
    }

    mutating func reset() {
        state = Self.seed
    }
}

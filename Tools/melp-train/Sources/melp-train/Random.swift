/// A seeded stream of random numbers (SplitMix64).
struct Random: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// A stream for one purpose, independent of how much others draw.
    init(seed: UInt64, stream: UInt64) {
        var source = Random(seed: seed ^ stream &* 0xD1B5_4A32_D192_ED03)
        state = source.next()
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// Uniform in the range.
    mutating func uniform(_ range: ClosedRange<Float>) -> Float {
        range.lowerBound + (range.upperBound - range.lowerBound) * Float(next() >> 40) / Float(1 << 24)
    }

    /// Uniform in 0..<bound; the bias of a bound far below 2⁶⁴ is of no account.
    mutating func below(_ bound: Int) -> Int {
        Int(next() % UInt64(bound))
    }
}

/// The Bark scale, as Traunmüller (1990) gives it.
enum Bark {
    static func rate(frequency: Double) -> Double {
        26.81 * frequency / (1960 + frequency) - 0.53
    }

    static func frequency(rate: Double) -> Double {
        1960 * (rate + 0.53) / (26.28 - rate)
    }

    /// The derivative of the scale, in Bark per Hz.
    static func density(frequency: Float) -> Float {
        26.81 * 1960 / ((1960 + frequency) * (1960 + frequency))
    }
}

/// Frequencies from 60 to 3900 Hz, even on the Bark scale, eight a vector.
struct BarkPoints: Sendable {
    let hertz: [SIMD8<Float>]
    /// Cosines of the points' angles.
    let cosines: [SIMD8<Float>]
    /// From one point to the next, in Bark.
    let spacing: Float

    /// - Parameter count: a multiple of eight.
    init(count: Int) {
        let (low, high) = (Bark.rate(frequency: 60), Bark.rate(frequency: 3900))
        let spacing = (high - low) / Double(count - 1)
        let frequencies = (0..<count).map { Bark.frequency(rate: low + spacing * Double($0)) }
        let starts = stride(from: 0, to: count, by: 8)
        hertz = starts.map { SIMD8(frequencies[$0..<($0 + 8)].map { Float($0) }) }
        cosines = starts.map { start in
            SIMD8(
                frequencies[start..<(start + 8)].map {
                    Float(Elementary.cosine(turns: $0 / Double(MELP.sampleRate)))
                })
        }
        self.spacing = Float(spacing)
    }
}

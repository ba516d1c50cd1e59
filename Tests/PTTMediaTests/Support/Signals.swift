import Foundation

/// Signals that tests make for themselves: exact, repeatable.
enum Signals {
    /// Something with the pitch, the syllables and the noise of speech.
    static func speechLike(samples count: Int, seed: UInt64 = 1) -> [Float] {
        var noise = NoiseSource(seed: seed)
        var phase = 0.0
        return (0..<count).map { index in
            let time = Double(index) / 16_000
            phase += 2 * .pi * (120 + 20 * sin(2 * .pi * 1.7 * time)) / 16_000
            let voiced = (1...20).reduce(0.0) { $0 + sin(Double($1) * phase) / Double($1) }
            let syllable = max(0, sin(2 * .pi * 3.1 * time))
            return Float(0.2 * syllable * voiced + 0.01 * Double(noise.next()))
        }
    }

    static func whiteNoise(samples count: Int, amplitude: Float, seed: UInt64 = 1) -> [Float] {
        var noise = NoiseSource(seed: seed)
        return (0..<count).map { _ in amplitude * noise.next() }
    }

    static func tone(samples count: Int, hertz: Double, amplitude: Float = 0.5) -> [Float] {
        (0..<count).map { amplitude * Float(sin(2 * .pi * hertz * Double($0) / 16_000)) }
    }

    /// The shift of `late` against `early`, in samples, at which both agree best.
    static func delay(of late: [Float], behind early: [Float], upTo limit: Int) -> Int {
        let window = min(min(early.count, late.count) - limit, 6_000)
        precondition(window > 0)
        var best = (shift: 0, score: -Double.infinity)
        for shift in 0...limit {
            var score = 0.0
            for index in 0..<window { score += Double(early[index] * late[index + shift]) }
            if score > best.score { best = (shift, score) }
        }
        return best.shift
    }

    static func energy(_ samples: ArraySlice<Float>) -> Double {
        samples.reduce(0) { $0 + Double($1 * $1) }
    }

    /// Signal-to-noise ratio in decibels of `copy` against `original`.
    static func signalToNoise(_ copy: ArraySlice<Float>, against original: ArraySlice<Float>) -> Double {
        let noise = zip(copy, original).reduce(0.0) { $0 + pow(Double($1.0 - $1.1), 2) }
        return 10 * log10(energy(original) / max(noise, 1e-12))
    }
}

/// Evenly spread values in −1…1 from a 64-bit linear congruential generator.
struct NoiseSource {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    }

    mutating func next() -> Float {
        Float(Int32(truncatingIfNeeded: nextBits() >> 32)) / Float(Int32.max)
    }

    mutating func nextBits() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state
    }

    mutating func byte() -> UInt8 {
        UInt8(truncatingIfNeeded: nextBits() >> 40)
    }
}

import Foundation

/// PCM for tests: 16 kHz, mono.
public enum Signals {
    public static func sine(hertz: Double, amplitude: Float = 0.5, samples: Int, from start: Int = 0) -> [Float] {
        (start..<start + samples).map { amplitude * Float(sin(2 * .pi * hertz * Double($0) / 16_000)) }
    }

    /// White noise, uniform over ±`amplitude`.
    public static func noise(amplitude: Float, samples: Int, seed: UInt64) -> [Float] {
        var generator = SeededGenerator(seed: seed)
        return (0..<samples).map { _ in amplitude * Float(generator.nextFraction() * 2 - 1) }
    }

    public static func silence(samples: Int) -> [Float] {
        Array(repeating: 0, count: samples)
    }

    /// Something like speech: falling harmonics of a gliding pitch, in syllables of 200 ms with 100 ms of rest.
    public static func syllables(samples: Int, hertz: Double = 120) -> [Float] {
        var angle = 0.0
        return (0..<samples).map { index in
            let place = index % 4800
            angle += 2 * .pi * (hertz + 20 * sin(2 * .pi * Double(index) / 16_000)) / 16_000
            guard place < 3200 else { return 0 }
            let level = min(1, Double(min(place, 3200 - place)) / 400)
            return Float(0.2 * level * (1...12).reduce(0.0) { $0 + sin(angle * Double($1)) / Double($1) })
        }
    }

    /// Root of the mean square.
    public static func level(_ samples: some Collection<Float>) -> Float {
        guard !samples.isEmpty else { return 0 }
        return (samples.reduce(0) { $0 + $1 * $1 } / Float(samples.count)).squareRoot()
    }

    /// The largest step between neighbours, with silence on both sides of the signal: large where it clicks.
    public static func largestStep(_ samples: [Float]) -> Float {
        zip([0] + samples, samples + [0]).reduce(0) { max($0, abs($1.1 - $1.0)) }
    }
}

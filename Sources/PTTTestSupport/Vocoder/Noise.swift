import Foundation

/// Noise that a seed repeats.
public enum Noise: String, CaseIterable, Sendable {
    case white
    /// Falls by 3 dB an octave.
    case pink

    /// Speech with noise so many decibels below its active level.
    public func added(to speech: VocoderSpeech, signalToNoise decibels: Double, seed: UInt64) -> [Float] {
        var random = SeededGenerator(seed: seed)
        var rows = [Float](repeating: 0, count: 12)
        var noise = (0..<speech.samples.count).map { index -> Float in
            let white = Self.bell(&random)
            guard self == .pink else { return white }
            // Voss: row k is drawn anew every 2^k samples.
            rows[min(index.trailingZeroBitCount, rows.count - 1)] = Self.bell(&random)
            return white + rows.reduce(0, +)
        }
        let power = noise.reduce(0) { $0 + $1 * $1 } / Float(max(noise.count, 1))
        let wanted = VocoderSpeech.activeLevel(speech.samples) * Float(pow(10, -decibels / 20))
        let gain = wanted / power.squareRoot()
        for index in noise.indices { noise[index] = speech.samples[index] + gain * noise[index] }
        return noise
    }

    /// Nearly Gaussian: the sum of twelve uniform numbers.
    private static func bell(_ random: inout SeededGenerator) -> Float {
        (0..<12).reduce(Float(-6)) { sum, _ in sum + Float(random.nextFraction()) }
    }
}

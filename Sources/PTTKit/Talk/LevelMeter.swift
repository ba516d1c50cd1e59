import Foundation

/// Loudness of what passes, told ten times a second.
struct LevelMeter {
    /// Samples in one reading: 100 ms at 16 kHz.
    private static let interval = 1600
    /// What silence reads.
    static let floor = -96.0

    private var count = 0
    private var energy = 0.0
    private var peak: Float = 0

    /// - Returns: RMS and peak in decibels below full scale, once per interval.
    mutating func take(_ samples: Span<Float>) -> (rms: Double, peak: Double)? {
        for index in samples.indices {
            let sample = samples[index]
            energy += Double(sample * sample)
            peak = max(peak, abs(sample))
        }
        count += samples.count
        guard count >= Self.interval else { return nil }
        defer { self = LevelMeter() }
        return (Self.decibels((energy / Double(count)).squareRoot()), Self.decibels(Double(peak)))
    }

    private static func decibels(_ amplitude: Double) -> Double {
        guard amplitude > 0 else { return floor }
        return max(floor, (20 * log10(amplitude) * 10).rounded() / 10)
    }
}

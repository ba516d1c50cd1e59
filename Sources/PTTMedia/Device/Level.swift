import Foundation

/// How loud a block of samples is, as a meter shows it.
public struct Level: Hashable, Sendable {
    /// The largest magnitude, 0…1.
    public var peak: Float
    /// The root of the mean square, 0…1.
    public var rootMeanSquare: Float

    public init(of samples: Span<Float>) {
        var peak: Float = 0
        var sum: Float = 0
        for index in 0..<samples.count {
            let sample = samples[index].sanitizedSample
            peak = max(peak, abs(sample))
            sum += sample * sample
        }
        self.peak = peak
        rootMeanSquare = samples.isEmpty ? 0 : (sum / Float(samples.count)).squareRoot()
    }

    /// The loudness in decibels of full scale, at least −96.
    public var decibels: Float {
        max(-96, 20 * log10(max(rootMeanSquare, 1e-9)))
    }
}

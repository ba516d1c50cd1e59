/// Follows the power of steady noise in each bin, under speech too.
///
/// The probability that a bin holds speech decides how much of its power counts as noise (Gerkmann and Hendriks, 2012).
/// The least smoothed power of the last second or two lifts an estimate that has fallen too far behind (Martin, 2001).
struct NoiseEstimate: Sendable {
    private static let bins = NoiseSuppressor.bins
    /// The ratio of speech to noise that the probability assumes where there is speech: 15 dB.
    private static let assumedRatio: Float = 31.6
    private static let smoothing: Float = 0.88
    private static let probabilitySmoothing: Float = 0.9
    private static let highestProbability: Float = 0.99
    private static let powerSmoothing: Float = 0.7
    /// The share of the least smoothed power under which the estimate never falls.
    private static let minimumShare: Float = 0.6
    private static let stretchCount = 8
    private static let framesPerStretch = 20
    /// Frames in which the estimate is still the least power heard.
    private static let firstFrames = 10

    private(set) var powers = [Float](repeating: 0, count: Self.bins)
    private var probabilities = [Float](repeating: 0, count: Self.bins)
    private var smooth = [Float](repeating: 0, count: Self.bins)
    private var minima = [Float](repeating: .greatestFiniteMagnitude, count: Self.bins * Self.stretchCount)
    private var frames = 0

    mutating func reset() {
        for bin in 0..<Self.bins {
            probabilities[bin] = 0
        }
        for index in minima.indices {
            minima[index] = .greatestFiniteMagnitude
        }
        frames = 0
    }

    /// Takes the powers of one more frame.
    mutating func update(_ observed: [Float]) {
        let stretch = (frames / Self.framesPerStretch) % Self.stretchCount
        let isFirstOfStretch = frames % Self.framesPerStretch == 0
        for bin in 0..<Self.bins {
            let power = observed[bin]
            smooth[bin] = frames == 0 ? power : Self.powerSmoothing * smooth[bin] + (1 - Self.powerSmoothing) * power
            let place = stretch * Self.bins + bin
            minima[place] = isFirstOfStretch ? smooth[bin] : min(minima[place], smooth[bin])
            if frames < Self.firstFrames {
                powers[bin] = frames == 0 ? power : min(powers[bin], smooth[bin])
            } else {
                follow(power, bin)
            }
        }
        frames += 1
        if frames == Self.framesPerStretch * Self.stretchCount * 1000 {
            frames = Self.framesPerStretch * Self.stretchCount
        }
    }

    private mutating func follow(_ power: Float, _ bin: Int) {
        let ratio = min(power / powers[bin], 100)
        let likelihood = Elementary.exp2(
            Double(-ratio * Self.assumedRatio / (1 + Self.assumedRatio)) * 1.4426950408889634)
        var probability = 1 / (1 + (1 + Self.assumedRatio) * Float(likelihood))
        probabilities[bin] =
            Self.probabilitySmoothing * probabilities[bin] + (1 - Self.probabilitySmoothing) * probability
        if probabilities[bin] > Self.highestProbability { probability = min(probability, Self.highestProbability) }
        let noise = probability * powers[bin] + (1 - probability) * power
        let next = Self.smoothing * powers[bin] + (1 - Self.smoothing) * noise
        powers[bin] = max(next, Self.minimumShare * least(bin))
    }

    private func least(_ bin: Int) -> Float {
        var least = Float.greatestFiniteMagnitude
        for stretch in 0..<Self.stretchCount {
            least = min(least, minima[stretch * Self.bins + bin])
        }
        return least
    }
}

/// Sharpens the resonances, more so the farther the level is above the background (adaptive spectral enhancement).
struct Enhancer: Sendable {
    private var background: Float = 20
    private var filter = PredictionFilter()
    private var inputs = InlineArray<10, Float>(repeating: 0)
    private var outputs = InlineArray<10, Float>(repeating: 0)
    private var zeros = PredictionFilter()
    private var poles = PredictionFilter()
    private var tilt: Float = 0
    private var lastOutput: Float = 0

    private static let zeroWidening: Float = 0.45
    private static let poleWidening: Float = 0.66
    private static let tiltShare: Float = 0.3
    /// Levels above the background, in dB, between which sharpening sets in.
    private static let onset: (none: Float, full: Float) = (12, 30)

    /// Follows the background: quickly down, slowly up.
    mutating func observe(_ frame: FrameParameters) {
        for half in 0..<2 {
            let gain = frame.gains[half]
            background = gain < background ? max(gain, background - 1) : min(gain, background + 0.0337435)
        }
        background = min(max(background, MELP.lowestGain), 80)
    }

    mutating func prepare(_ filter: PredictionFilter, gain: Float) {
        let above = (gain - background - Self.onset.none) / (Self.onset.full - Self.onset.none)
        let share = min(max(above, 0), 1)
        zeros = filter.widened(by: Self.zeroWidening * share)
        poles = filter.widened(by: Self.poleWidening * share)
        tilt = Self.tiltShare * share * max(-Self.firstReflection(filter), 0)
    }

    /// The first reflection coefficient: negative where the spectrum falls.
    private static func firstReflection(_ filter: PredictionFilter) -> Float {
        var current = filter.coefficients
        for order in stride(from: MELP.order, to: 1, by: -1) {
            let reflection = current[order]
            let norm = 1 / max(1 - reflection * reflection, 1e-6)
            let previous = current
            for index in 1..<order {
                current[index] = (previous[index] - reflection * previous[order - index]) * norm
            }
        }
        return min(max(current[1], -1), 1)
    }

    mutating func next(_ sample: Float) -> Float {
        var sum = sample
        for tap in 0..<10 {
            sum += zeros.coefficients[tap + 1] * inputs[tap] - poles.coefficients[tap + 1] * outputs[tap]
        }
        for tap in stride(from: 9, to: 0, by: -1) {
            inputs[tap] = inputs[tap - 1]
            outputs[tap] = outputs[tap - 1]
        }
        inputs[0] = sample
        outputs[0] = sum
        let flat = sum - tilt * lastOutput
        lastOutput = sum
        return flat
    }
}

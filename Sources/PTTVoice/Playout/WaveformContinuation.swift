/// Continues a voice where nothing came: repeats its last pitch period.
struct WaveformContinuation {
    /// Pitch periods between 50 Hz and 400 Hz.
    static let lags = 40...320
    /// Samples over which periods are compared.
    static let window = 480

    private var template: [Float]
    private(set) var period = 0
    private var phase = 0

    init() {
        template = Array(repeating: 0, count: Self.lags.upperBound)
    }

    /// Learns the end of the line.
    mutating func start(from line: PlayoutLine) {
        let past = line.samples.span
        let end = line.end
        period = Self.period(of: past, end: end)
        let seam = period / 4
        for index in 0..<period {
            template[index] = past[end - period + index]
        }
        // The last quarter leads over into the first sample of the period.
        for index in 0..<seam {
            let weight = Float(index + 1) / Float(seam + 1)
            let place = period - seam + index
            template[place] += weight * (past[end - 2 * period + place] - template[place])
        }
        phase = 0
    }

    /// The next sample of the continued sound.
    mutating func nextSample() -> Float {
        let sample = template[phase]
        phase += 1
        if phase == period { phase = 0 }
        return sample
    }

    private static func period(of past: Span<Float>, end: Int) -> Int {
        var best = lags.lowerBound
        var bestScore = -Float.infinity
        for lag in lags {
            var cross: Float = 0
            var energy: Float = 1e-9
            for index in end - window..<end {
                cross += past[index] * past[index - lag]
                energy += past[index - lag] * past[index - lag]
            }
            let score = cross > 0 ? cross * cross / energy : 0
            if score > bestScore {
                bestScore = score
                best = lag
            }
        }
        return best
    }
}

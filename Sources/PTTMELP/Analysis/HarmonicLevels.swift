/// Measures the levels of the first harmonics of the pitch.
struct HarmonicLevels: Sendable {
    private static let windowLength = 240
    private let window: [Float]

    init() {
        window = (0..<Self.windowLength).map {
            Float(0.54 - 0.46 * Elementary.cosine(turns: (Double($0) + 0.5) / Double(Self.windowLength)))
        }
    }

    /// The levels in dB at 1…10 times the pitch, of the speech around `centre`.
    func levels(of signal: AnalysisSignal, around centre: Int, period: Float) -> InlineArray<10, Float> {
        let start = centre - Self.windowLength / 2
        var levels = InlineArray<10, Float>(repeating: 0)
        for harmonic in 0..<MELP.harmonicCount {
            let turns = min(Double(harmonic + 1) / Double(period), 0.5)
            // Goertzel's recursion in double precision, exact enough over 240 samples.
            let twice = 2 * Elementary.cosine(turns: turns)
            var last = 0.0
            var current = 0.0
            for index in 0..<Self.windowLength {
                let next = Double(signal.samples[start + index] * window[index]) + twice * current - last
                last = current
                current = next
            }
            let power = current * current + last * last - twice * current * last
            levels[harmonic] = Elementary.decibels(power: Float(max(power, 1)))
        }
        return levels
    }
}

/// Measures the levels of the first harmonics of the pitch.
struct HarmonicLevels: Sendable {
    /// Three periods, so that neighbouring harmonics stay apart, within these lengths.
    private static let windowLengths: ClosedRange<Float> = 200...320
    private var windowed = [Double](repeating: 0, count: Int(Self.windowLengths.upperBound))

    /// The levels in dB at 1…10 times the pitch, of the speech around `centre`.
    mutating func levels(of signal: AnalysisSignal, around centre: Int, period: Float) -> InlineArray<10, Float> {
        let lengths = Self.windowLengths
        let length = Int(min(max(3 * period, lengths.lowerBound), lengths.upperBound))
        let start = centre - length / 2
        for index in 0..<length {
            let window = 0.54 - 0.46 * Elementary.cosine(turns: (Double(index) + 0.5) / Double(length))
            windowed[index] = Double(signal.samples[start + index]) * window
        }
        var levels = InlineArray<10, Float>(repeating: 0)
        for harmonic in 0..<MELP.harmonicCount {
            let turns = min(Double(harmonic + 1) / Double(period), 0.5)
            levels[harmonic] = Elementary.decibels(power: Float(max(power(at: turns, length), 1)))
        }
        return levels
    }

    /// The power of the windowed samples at one frequency, by Goertzel's recursion.
    private func power(at turns: Double, _ length: Int) -> Double {
        let twice = 2 * Elementary.cosine(turns: turns)
        var last = 0.0
        var current = 0.0
        for index in 0..<length {
            let next = windowed[index] + twice * current - last
            last = current
            current = next
        }
        return current * current + last * last - twice * current * last
    }
}

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
        let powers = powers(period, length)
        return InlineArray { Elementary.decibels(power: Float(max(powers[$0], 1))) }
    }

    /// The powers of the windowed samples at each harmonic, by Goertzel's recursion; six lanes stay idle.
    private func powers(_ period: Float, _ length: Int) -> SIMD16<Double> {
        var twice = SIMD16<Double>.zero
        for harmonic in 0..<MELP.harmonicCount {
            twice[harmonic] = 2 * Elementary.cosine(turns: min(Double(harmonic + 1) / Double(period), 0.5))
        }
        var last = SIMD16<Double>.zero
        var current = SIMD16<Double>.zero
        for index in 0..<length {
            let next = windowed[index] + twice * current - last
            last = current
            current = next
        }
        return current * current + last * last - twice * current * last
    }
}

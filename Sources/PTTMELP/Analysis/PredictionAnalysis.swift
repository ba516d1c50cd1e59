/// Linear prediction of the speech around a point: Hamming window, autocorrelation, Levinson and Durbin's recursion.
struct PredictionAnalysis: Sendable {
    static let windowLength = 280
    private static let whiteNoise = 1.0001
    private static let lagWindowHertz = 40.0
    private static let widening: Float = 0.994

    private let window: [Float]
    private let lagWindow: [Double]
    private var windowed = [Float](repeating: 0, count: Self.windowLength)
    private var frequencies = FrameParameters().frequencies

    init() {
        window = (0..<Self.windowLength).map {
            Float(0.54 - 0.46 * Elementary.cosine(turns: (Double($0) + 0.5) / Double(Self.windowLength)))
        }
        lagWindow = (0...MELP.order).map { lag in
            let angle = 6.283185307179586 * Self.lagWindowHertz * Double(lag) / Double(MELP.sampleRate)
            return Elementary.exp2(-0.5 * angle * angle * 1.4426950408889634)
        }
    }

    mutating func reset() {
        frequencies = FrameParameters().frequencies
    }

    /// The prediction filter around `centre`, not widened, and its line spectral frequencies.
    mutating func analyse(
        _ signal: AnalysisSignal, around centre: Int
    ) -> (filter: PredictionFilter, frequencies: InlineArray<10, Float>) {
        let start = centre - Self.windowLength / 2
        for index in 0..<Self.windowLength {
            windowed[index] = signal.samples[start + index] * window[index]
        }
        var correlation = InlineArray<11, Double>(repeating: 0)
        for lag in 0...MELP.order {
            var sum = 0.0
            for index in lag..<Self.windowLength {
                sum += Double(windowed[index] * windowed[index - lag])
            }
            correlation[lag] = sum * lagWindow[lag]
        }
        // A floor of −30 dB of one 16-bit step keeps silence solvable and flat.
        correlation[0] = correlation[0] * Self.whiteNoise + 0.1
        let filter = Self.recursion(correlation)
        if let found = LineSpectrum.frequencies(of: filter.widened(by: Self.widening)) {
            frequencies = found
            LineSpectrum.separate(&frequencies)
        }
        return (filter, frequencies)
    }

    private static func recursion(_ correlation: InlineArray<11, Double>) -> PredictionFilter {
        var current = InlineArray<11, Double>(repeating: 0)
        current[0] = 1
        var error = correlation[0]
        for order in 1...MELP.order {
            var sum = correlation[order]
            for index in 1..<order {
                sum += current[index] * correlation[order - index]
            }
            let reflection = -sum / error
            let previous = current
            for index in 1..<order {
                current[index] = previous[index] + reflection * previous[order - index]
            }
            current[order] = reflection
            error *= 1 - reflection * reflection
        }
        return PredictionFilter(coefficients: InlineArray { Float(current[$0]) })
    }
}

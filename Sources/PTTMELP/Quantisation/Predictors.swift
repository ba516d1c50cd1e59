/// Predicts the 30 frequencies of a superframe from the 10 of the frame before it.
struct SpectrumPredictor: Sendable {
    /// One vector for each frequency of the frame before.
    private let columns: [SpectrumVector]
    private let bias: SpectrumVector

    func prediction(from state: PredictorState) -> SpectrumVector {
        var sum = bias
        for index in 0..<MELP.order {
            sum = sum + columns[index] * state.frequency(index)
        }
        return sum
    }

    /// One predictor for each choice.
    static func all(matrices: CodeTable, biases: CodeTable) -> [SpectrumPredictor] {
        let rows = 3 * MELP.order
        return (0..<PredictorChoice.count).map { choice in
            var columns = [SpectrumVector](repeating: .zero, count: MELP.order)
            var bias = SpectrumVector.zero
            for row in 0..<rows {
                bias[row] = biases.number(choice, row)
                for column in 0..<MELP.order {
                    columns[column][row] = matrices.number(choice * rows + row, column)
                }
            }
            return SpectrumPredictor(columns: columns, bias: bias)
        }
    }
}

/// Predicts the 6 gains of a superframe from the 2 of the frame before it.
struct GainPredictor: Sendable {
    private let columns: (SIMD8<Float>, SIMD8<Float>)
    private let bias: SIMD8<Float>

    func prediction(from state: PredictorState) -> SIMD8<Float> {
        bias + columns.0 * state.gain(0) + columns.1 * state.gain(1)
    }

    /// One predictor for each choice.
    static func all(matrices: CodeTable, biases: CodeTable) -> [GainPredictor] {
        (0..<PredictorChoice.count).map { choice in
            var (first, second, bias) = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
            for row in 0..<6 {
                first[row] = matrices.number(choice * 6 + row, 0)
                second[row] = matrices.number(choice * 6 + row, 1)
                bias[row] = biases.number(choice, row)
            }
            return GainPredictor(columns: (first, second), bias: bias)
        }
    }
}

/// What the harmonics are predicted from.
public enum HarmonicsPrediction {
    /// Ranges of pitch, each with a predictor and a codebook of its own.
    public static let rangeCount = 4
    /// The 10 harmonics before, the 10 frequencies of the spectrum in kHz, and the binary logarithm of the pitch period.
    public static let inputCount = 21
}

/// Predicts the 10 harmonics of a superframe, within one range of pitch.
struct HarmonicsPredictor: Sendable {
    /// One vector for each input.
    private let columns: [SIMD16<Float>]
    private let bias: SIMD16<Float>

    /// - Parameters:
    ///   - spectrum: the frequencies in kHz, mean of the voiced frames.
    ///   - pitch: binary logarithm of the period, mean of the voiced frames.
    func prediction(from state: PredictorState, spectrum: SIMD16<Float>, pitch: Float) -> SIMD16<Float> {
        var sum = bias + columns[20] * pitch
        for index in 0..<10 {
            sum += columns[index] * state.harmonic(index) + columns[10 + index] * spectrum[index]
        }
        return sum
    }

    /// One predictor for each range.
    static func all(matrices: CodeTable, biases: CodeTable) -> [HarmonicsPredictor] {
        (0..<HarmonicsPrediction.rangeCount).map { range in
            var columns = [SIMD16<Float>](repeating: .zero, count: HarmonicsPrediction.inputCount)
            var bias = SIMD16<Float>.zero
            for row in 0..<MELP.harmonicCount {
                bias[row] = biases.number(range, row)
                for column in columns.indices {
                    columns[column][row] = matrices.number(range * MELP.harmonicCount + row, column)
                }
            }
            return HarmonicsPredictor(columns: columns, bias: bias)
        }
    }
}

/// Guesses what comes from what is known, by a small neural network: one hidden layer of rectified sums, and the inputs beside it.
///
///     outputs = bias + A · inputs + B · max(0, hiddenBias + C · inputs)
struct Predictor: Sendable {
    /// Columns of C, then the bias, eight rows a vector.
    private let hidden: [SIMD8<Float>]
    private let hiddenCount: Int
    /// Columns of B, then of A, then the bias.
    private let outputs: [SpectrumVector]
    private let inputCount: Int

    /// - Parameters:
    ///   - hidden: a row of C and its bias for each hidden sum; as many as a multiple of eight.
    ///   - output: a row of B, of A and the bias for each output.
    init(hidden: CodeTable, output: CodeTable) {
        hiddenCount = hidden.name.rows
        inputCount = hidden.name.columns - 1
        self.hidden = (0..<hidden.name.columns).flatMap { column in
            stride(from: 0, to: hidden.name.rows, by: 8).map { row in
                SIMD8((row..<(row + 8)).map { hidden.number($0, column) })
            }
        }
        outputs = (0..<output.name.columns).map { column in
            var vector = SpectrumVector.zero
            for row in 0..<output.name.rows {
                vector[row] = output.number(row, column)
            }
            return vector
        }
    }

    /// - Parameter inputs: as many as the tables have columns for.
    /// - Returns: the outputs; zeros follow.
    func prediction(from inputs: PredictorInputs) -> SpectrumVector {
        precondition(inputs.count == inputCount, "a predictor of another kind")
        let groups = hiddenCount / 8
        let hidden = hidden.span
        var sums = InlineArray<16, SIMD8<Float>>(repeating: .zero)
        for group in 0..<groups {
            sums[group] = hidden[inputCount * groups + group]
        }
        for input in 0..<inputCount {
            let value = inputs[input]
            for group in 0..<groups {
                sums[group] += hidden[input * groups + group] * value
            }
        }
        let outputs = outputs.span
        var result = outputs[hiddenCount + inputCount]
        for index in 0..<hiddenCount {
            let sum = sums[index >> 3][index & 7]
            if sum > 0 { result = result + outputs[index] * sum }
        }
        for input in 0..<inputCount {
            result = result + outputs[hiddenCount + input] * inputs[input]
        }
        return result
    }
}

/// What is predicted.
public enum Prediction: UInt8, Hashable, Sendable, CaseIterable {
    /// Six levels, from what was before and the cut-offs.
    case gains = 0
    /// Thirty line spectral frequencies, from what was before, the levels and the cut-offs.
    case spectrum = 1
    /// Thirty levels of harmonics, from those before, the spectrum, the pitch, the cut-offs and the levels.
    case harmonics = 2

    public var inputCount: Int {
        switch self {
        case .gains: 28
        case .spectrum: 34
        case .harmonics: 61
        }
    }

    public var hiddenCount: Int {
        switch self {
        case .gains: 32
        case .spectrum: 128
        case .harmonics: 64
        }
    }

    public var outputCount: Int {
        switch self {
        case .gains: 6
        case .spectrum, .harmonics: 30
        }
    }
}

/// What a predictor looks at, each number scaled to about 1.
public struct PredictorInputs: Sendable {
    private var values = InlineArray<64, Float>(repeating: 0)
    public private(set) var count = 0

    public subscript(index: Int) -> Float { values[index] }

    /// - Parameters:
    ///   - state: of the superframe before.
    ///   - decoded: has voicing; for the spectrum also gains; for the harmonics also frequencies and pitch.
    public init(for prediction: Prediction, state: PredictorState, decoded: borrowing Superframe) {
        switch prediction {
        case .gains:
            appendGains(of: state)
            appendFrequencies(of: state)
            append(state.voicing)
        case .spectrum:
            appendFrequencies(of: state)
            appendGains(of: state)
            append(state.voicing)
            appendGains(of: decoded, above: 0)
        case .harmonics:
            for index in 0..<MELP.harmonicCount { append(state.harmonic(index) * 0.1) }
            for frame in 0..<3 {
                for index in 0..<MELP.order { append(decoded.frames[frame].frequencies[index] * 0.001) }
            }
            appendPitch(of: decoded)
            appendGains(of: decoded, above: Self.meanGain(of: decoded))
        }
        for frame in 0..<3 {
            append(decoded.frames[frame].voicing)
        }
    }

    private mutating func append(_ value: Float) {
        values[count] = value
        count += 1
    }

    private mutating func appendFrequencies(of state: PredictorState) {
        for index in 0..<MELP.order { append(state.frequency(index) * 0.001) }
    }

    private mutating func appendGains(of state: PredictorState) {
        for index in 0..<2 { append(state.gain(index) * 0.1) }
    }

    /// 1 for the cut-off of a frame and 0 for the other three.
    private mutating func append(_ voicing: Voicing) {
        for value: UInt8 in 1...4 { append(voicing.rawValue == value ? 1 : 0) }
    }

    private mutating func appendGains(of superframe: borrowing Superframe, above level: Float) {
        for frame in 0..<3 {
            for half in 0..<2 { append((superframe.frames[frame].gains[half] - level) * 0.1) }
        }
    }

    private static func meanGain(of superframe: borrowing Superframe) -> Float {
        var sum: Float = 0
        for frame in 0..<3 {
            for half in 0..<2 { sum += superframe.frames[frame].gains[half] }
        }
        return sum / 6
    }

    /// Binary logarithms of the periods; their mean where a frame is unvoiced.
    private mutating func appendPitch(of superframe: borrowing Superframe) {
        var logarithms = InlineArray<3, Float>(repeating: 0)
        var sum: Float = 0
        var voiced: Float = 0
        for frame in 0..<3 where superframe.frames[frame].voicing.isVoiced {
            logarithms[frame] = Float(Elementary.log2(Double(superframe.frames[frame].pitchPeriod)))
            sum += logarithms[frame]
            voiced += 1
        }
        for frame in 0..<3 {
            append(superframe.frames[frame].voicing.isVoiced ? logarithms[frame] : sum / max(voiced, 1))
        }
    }
}

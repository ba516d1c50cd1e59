/// One table of trained numbers: rows of 16-bit integers that share a scale.
public struct CodeTable: Sendable, Equatable {
    public let name: Name
    /// What one step of the integers is worth.
    public let scale: Float
    /// Row by row, `name.rows` × `name.columns`.
    public let values: [Int16]

    /// - Precondition: as many values as the name's shape has; otherwise nil.
    init?(name: Name, scale: Float, values: [Int16]) {
        guard values.count == name.rows * name.columns, scale.isFinite, scale > 0, scale <= 1000 else { return nil }
        self.name = name
        self.scale = scale
        self.values = values
    }

    /// Rounds trained numbers to the finest common scale that holds them all.
    ///
    /// - Returns: nil when the count differs from the name's shape or a number is not finite.
    public init?(name: Name, rounding numbers: [Float]) {
        let largest = numbers.reduce(0) { max($0, $1.magnitude) }
        guard numbers.allSatisfy(\.isFinite) else { return nil }
        let scale = max(largest, 0.001) / 32767
        let values = numbers.map { Int16(min(max(($0 / scale).rounded(), -32767), 32767)) }
        self.init(name: name, scale: scale, values: values)
    }

    /// The number at a row and column.
    func number(_ row: Int, _ column: Int) -> Float {
        Float(values[row * name.columns + column]) * scale
    }
}

extension CodeTable {
    /// What a table is for; the raw value names it in the file, and the shape follows from the packet's layout.
    public enum Name: Hashable, Sendable {
        /// Predicts the 30 frequencies of a superframe from the 10 before it: 30 rows for each of 6 predictors.
        case spectrumPrediction
        /// What the predictors add, in Hz.
        case spectrumBias
        /// One stage of the residual's quantiser, in Hz.
        case spectrumStage(VoicingClass, Int)
        /// Predicts the 6 gains of a superframe from the 2 before it: 6 rows for each of 6 predictors.
        case gainPrediction
        /// What the predictors add, in dB.
        case gainBias
        /// The residual of the 6 gains, in dB.
        case gains
        /// Binary logarithms of the pitch periods of 3, 2 or 1 voiced frames.
        case pitchOfThree
        case pitchOfTwo
        case pitchOfOne
        /// Cut-offs (1…4) of 3 voiced frames.
        case cutoffs
        /// Binary logarithms of the periods that part the pitch ranges of the harmonics, rising.
        case harmonicsRanges
        /// Predicts the 10 harmonics from those before them, the spectrum and the pitch: 10 rows for each pitch range.
        case harmonicsPrediction
        /// What the predictors add, in dB.
        case harmonicsBias
        /// The residual of the 10 harmonics, in dB: 128 rows for each pitch range.
        case harmonics
    }
}

extension CodeTable.Name: CaseIterable {
    public static var allCases: [CodeTable.Name] {
        let stages = VoicingClass.allCases.flatMap { kind in
            (0..<PacketLayout.stageCount(of: kind)).map { CodeTable.Name.spectrumStage(kind, $0) }
        }
        return [.spectrumPrediction, .spectrumBias] + stages
            + [
                .gainPrediction, .gainBias, .gains, .pitchOfThree, .pitchOfTwo, .pitchOfOne, .cutoffs, .harmonicsRanges,
                .harmonicsPrediction, .harmonicsBias, .harmonics,
            ]
    }

    public var rows: Int {
        switch self {
        case .spectrumPrediction: PredictorChoice.count * 30
        case .spectrumBias: PredictorChoice.count
        case .spectrumStage(let kind, let stage): 1 << PacketLayout.stageBits(of: kind, stage)
        case .gainPrediction: PredictorChoice.count * 6
        case .gainBias: PredictorChoice.count
        case .gains: 1 << PacketLayout.gainBits
        case .pitchOfThree: 1 << PacketLayout.pitchBits(voicedFrames: 3)
        case .pitchOfTwo: 1 << PacketLayout.pitchBits(voicedFrames: 2)
        case .pitchOfOne: 1 << PacketLayout.pitchBits(voicedFrames: 1)
        case .cutoffs: 1 << PacketLayout.cutoffBits
        case .harmonicsRanges: 1
        case .harmonicsPrediction: HarmonicsPrediction.rangeCount * MELP.harmonicCount
        case .harmonicsBias: HarmonicsPrediction.rangeCount
        case .harmonics: HarmonicsPrediction.rangeCount << PacketLayout.harmonicsBits
        }
    }

    public var columns: Int {
        switch self {
        case .spectrumPrediction: MELP.order
        case .spectrumBias, .spectrumStage: 3 * MELP.order
        case .gainPrediction: 2
        case .gainBias, .gains: 6
        case .pitchOfThree, .cutoffs: 3
        case .pitchOfTwo: 2
        case .pitchOfOne: 1
        case .harmonicsRanges: HarmonicsPrediction.rangeCount - 1
        case .harmonicsPrediction: HarmonicsPrediction.inputCount
        case .harmonicsBias, .harmonics: MELP.harmonicCount
        }
    }

    /// The table's number in the file.
    var code: UInt16 {
        switch self {
        case .spectrumPrediction: 1
        case .spectrumBias: 2
        case .gainPrediction: 3
        case .gainBias: 4
        case .gains: 5
        case .pitchOfThree: 6
        case .pitchOfTwo: 7
        case .pitchOfOne: 8
        case .cutoffs: 9
        case .harmonicsRanges: 10
        case .harmonicsPrediction: 11
        case .harmonicsBias: 12
        case .harmonics: 13
        case .spectrumStage(let kind, let stage): 0x100 + UInt16(kind.rawValue) * 0x10 + UInt16(stage)
        }
    }
}

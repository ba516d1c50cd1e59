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
        /// A predictor's hidden layer: a row for each hidden sum, of as many weights as there are inputs, and a bias.
        case predictorHidden(Prediction)
        /// A predictor's outputs: a row for each, of a weight for each hidden sum, one for each input, and a bias.
        case predictorOutput(Prediction)
        /// One stage of the residual's quantiser, in Hz.
        case spectrumStage(VoicingClass, Int)
        /// The residual of the 6 gains, in dB.
        case gains
        /// Binary logarithms of the pitch periods of 3, 2 or 1 voiced frames.
        case pitchOfThree
        case pitchOfTwo
        case pitchOfOne
        /// Cut-offs (1…4) of 3 voiced frames.
        case cutoffs
        /// One stage of the residual of the 30 harmonics, in dB.
        case harmonicsStage(Int)
    }
}

extension CodeTable.Name: CaseIterable {
    public static var allCases: [CodeTable.Name] {
        let stages = VoicingClass.allCases.flatMap { kind in
            (0..<PacketLayout.stageCount(of: kind)).map { CodeTable.Name.spectrumStage(kind, $0) }
        }
        let predictors = Prediction.allCases.flatMap { [CodeTable.Name.predictorHidden($0), .predictorOutput($0)] }
        let harmonics = (0..<PacketLayout.harmonicsStageCount).map { CodeTable.Name.harmonicsStage($0) }
        return predictors + stages + harmonics + [.gains, .pitchOfThree, .pitchOfTwo, .pitchOfOne, .cutoffs]
    }

    public var rows: Int {
        switch self {
        case .predictorHidden(let prediction): prediction.hiddenCount
        case .predictorOutput(let prediction): prediction.outputCount
        case .spectrumStage(let kind, let stage): 1 << PacketLayout.stageBits(of: kind, stage)
        case .harmonicsStage: 1 << PacketLayout.harmonicsStageBits
        case .gains: 1 << PacketLayout.gainBits
        case .pitchOfThree: 1 << PacketLayout.pitchBits(voicedFrames: 3)
        case .pitchOfTwo: 1 << PacketLayout.pitchBits(voicedFrames: 2)
        case .pitchOfOne: 1 << PacketLayout.pitchBits(voicedFrames: 1)
        case .cutoffs: 1 << PacketLayout.cutoffs.count
        }
    }

    public var columns: Int {
        switch self {
        case .predictorHidden(let prediction): prediction.inputCount + 1
        case .predictorOutput(let prediction): prediction.hiddenCount + prediction.inputCount + 1
        case .spectrumStage, .harmonicsStage: 30
        case .gains: 6
        case .pitchOfThree, .cutoffs: 3
        case .pitchOfTwo: 2
        case .pitchOfOne: 1
        }
    }

    /// The table's number in the file.
    var code: UInt16 {
        switch self {
        case .gains: 5
        case .pitchOfThree: 6
        case .pitchOfTwo: 7
        case .pitchOfOne: 8
        case .cutoffs: 9
        case .predictorHidden(let prediction): 0x20 + UInt16(prediction.rawValue)
        case .predictorOutput(let prediction): 0x30 + UInt16(prediction.rawValue)
        case .harmonicsStage(let stage): 0x40 + UInt16(stage)
        case .spectrumStage(let kind, let stage): 0x100 + UInt16(kind.rawValue) * 0x10 + UInt16(stage)
        }
    }
}

/// All trained numbers of the vocoder; encoder and decoder must use the same.
public struct CodeTables: Sendable {
    /// Version of the packet's layout that the tables are for.
    public static let version: UInt16 = 2

    /// Name of the program that made the tables, at most 24 bytes of ASCII.
    public let generator: String
    /// What the training's random choices were seeded with.
    public let seed: UInt64
    /// As in the file, in the order of `CodeTable.Name.allCases`.
    public let tables: [CodeTable]

    /// By raw value of what is predicted.
    let predictors: [Predictor]
    /// By raw value of the class.
    let spectrum: [MultistageCodebook]
    let gains: Codebook<SIMD8<Float>>
    /// By number of voiced frames; none for 0.
    let pitch: [Codebook<SIMD4<Float>>]
    let cutoffs: Codebook<SIMD4<Float>>
    let harmonics: MultistageCodebook

    /// - Parameter tables: each table of the layout once, in any order.
    public init(generator: String, seed: UInt64, tables: [CodeTable]) throws(TableError) {
        guard generator.utf8.count <= TableFile.generatorLength, generator.utf8.allSatisfy({ (32..<127).contains($0) })
        else { throw .unreadableGenerator }
        guard tables.count == CodeTable.Name.allCases.count else {
            throw .wrongTableCount(UInt16(clamping: tables.count))
        }
        let byName = Dictionary(tables.map { ($0.name, $0) }) { first, _ in first }
        var ordered: [CodeTable] = []
        for (place, name) in CodeTable.Name.allCases.enumerated() {
            guard let table = byName[name] else { throw .wrongTable(place: place) }
            ordered.append(table)
        }
        try self.init(generator: generator, seed: seed, complete: byName, ordered: ordered)
    }

    private init(
        generator: String, seed: UInt64, complete: [CodeTable.Name: CodeTable], ordered: [CodeTable]
    ) throws(TableError) {
        func table(_ name: CodeTable.Name) throws(TableError) -> CodeTable {
            guard let table = complete[name] else { throw .wrongTable(place: 0) }
            return table
        }
        self.generator = generator
        self.seed = seed
        self.tables = ordered
        var predictors: [Predictor] = []
        for prediction in Prediction.allCases {
            predictors.append(
                Predictor(
                    hidden: try table(.predictorHidden(prediction)), output: try table(.predictorOutput(prediction))))
        }
        self.predictors = predictors
        var spectrum: [MultistageCodebook] = []
        for kind in VoicingClass.allCases {
            var stages: [Codebook<SpectrumVector>] = []
            for stage in 0..<PacketLayout.stageCount(of: kind) {
                stages.append(Codebook(try table(.spectrumStage(kind, stage))))
            }
            spectrum.append(MultistageCodebook(stages: stages))
        }
        self.spectrum = spectrum
        var stages: [Codebook<SpectrumVector>] = []
        for stage in 0..<PacketLayout.harmonicsStageCount {
            stages.append(Codebook(try table(.harmonicsStage(stage))))
        }
        harmonics = MultistageCodebook(stages: stages)
        gains = Codebook(try table(.gains))
        pitch = [
            try table(.pitchOfOne), try table(.pitchOfOne), try table(.pitchOfTwo), try table(.pitchOfThree),
        ].map { Codebook($0) }
        cutoffs = Codebook(try table(.cutoffs))
    }
}

extension CodeTables {
    /// What a predictor expects; elements beyond its outputs are zero.
    public func prediction(_ prediction: Prediction, from inputs: PredictorInputs) -> SpectrumVector {
        predictors[Int(prediction.rawValue)].prediction(from: inputs)
    }
}

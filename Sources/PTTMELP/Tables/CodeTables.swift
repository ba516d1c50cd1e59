/// All trained numbers of the vocoder; encoder and decoder must use the same.
public struct CodeTables: Sendable {
    /// Version of the packet's layout that the tables are for.
    public static let version: UInt16 = 1

    /// Name of the program that made the tables, at most 24 bytes of ASCII.
    public let generator: String
    /// What the training's random choices were seeded with.
    public let seed: UInt64
    /// As in the file, in the order of `CodeTable.Name.allCases`.
    public let tables: [CodeTable]

    let spectrumPredictors: [SpectrumPredictor]
    /// By raw value of the class.
    let spectrum: [MultistageCodebook]
    let gainPredictors: [GainPredictor]
    let gains: Codebook<SIMD8<Float>>
    /// By number of voiced frames; none for 0.
    let pitch: [Codebook<SIMD4<Float>>]
    let cutoffs: Codebook<SIMD4<Float>>
    let harmonicsPredictors: [HarmonicsPredictor]
    let harmonicsRanges: [Float]
    let harmonics: Codebook<SIMD16<Float>>

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
        spectrumPredictors = SpectrumPredictor.all(
            matrices: try table(.spectrumPrediction), biases: try table(.spectrumBias))
        var spectrum: [MultistageCodebook] = []
        for kind in VoicingClass.allCases {
            var stages: [Codebook<SpectrumVector>] = []
            for stage in 0..<PacketLayout.stageCount(of: kind) {
                stages.append(Codebook(try table(.spectrumStage(kind, stage))))
            }
            spectrum.append(MultistageCodebook(stages: stages))
        }
        self.spectrum = spectrum
        gainPredictors = GainPredictor.all(matrices: try table(.gainPrediction), biases: try table(.gainBias))
        gains = Codebook(try table(.gains))
        pitch = [
            try table(.pitchOfOne), try table(.pitchOfOne), try table(.pitchOfTwo), try table(.pitchOfThree),
        ].map { Codebook($0) }
        cutoffs = Codebook(try table(.cutoffs))
        let ranges = try table(.harmonicsRanges)
        harmonicsRanges = (0..<ranges.name.columns).map { ranges.number(0, $0) }
        guard zip(harmonicsRanges, harmonicsRanges.dropFirst()).allSatisfy(<) else { throw .rangesOutOfOrder }
        harmonicsPredictors = HarmonicsPredictor.all(
            matrices: try table(.harmonicsPrediction), biases: try table(.harmonicsBias))
        harmonics = Codebook(try table(.harmonics))
    }
}

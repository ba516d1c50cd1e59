import PTTMELP

/// From measured speech to code tables.
struct Training {
    struct Options: Sendable {
        var seed: UInt64 = 1
        /// Rounds of k-means for each codebook.
        var clusteringRounds = 8
        /// Rounds of joint refinement of a quantiser's stages.
        var refinementRounds = 8
        /// Times that a predictor sees each superframe.
        var epochs = 16
        /// At most so many superframes are used for a codebook.
        var limit = 180_000
    }

    let options: Options
    let sensitivity = SpectralSensitivity()
    var random: Random
    /// Numbers by table, in the order in which they are found.
    var numbers: [CodeTable.Name: [Float]] = [:]
    let log: (String) -> Void

    init(options: Options, log: @escaping (String) -> Void) {
        self.options = options
        self.log = log
        random = Random(seed: options.seed, stream: 0xC0DE)
    }

    /// Each part is trained on what a decoder has of the parts before it.
    mutating func run(on set: TrainingSet) throws -> CodeTables {
        for name in CodeTable.Name.allCases {
            numbers[name] = Array(repeating: 0, count: name.rows * name.columns)
        }
        var samples = try samples(set, trained: .nothing)
        log("\(samples.count) superframes to train on")
        trainPitch(samples)
        trainCutoffs(samples)
        samples = try self.samples(set, trained: .voicing)
        try trainGains(samples)
        samples = try self.samples(set, trained: .gains)
        try trainSpectrum(samples)
        samples = try self.samples(set, trained: .spectrum)
        try trainHarmonics(samples)
        assignIndices(samples)
        return try tables()
    }

    /// The superframes that are heard, and one in ten of the others.
    private func samples(_ set: TrainingSet, trained part: TrainedPart) throws -> [Sample] {
        var random = Random(seed: options.seed, stream: 0xA0D1)
        return set.samples(coded: try tables(), trained: part, seed: options.seed).filter { sample in
            let chance = random.below(10)
            return sample.level >= 22 || chance == 0
        }
    }

    func tables() throws -> CodeTables {
        let tables = CodeTable.Name.allCases.compactMap { CodeTable(name: $0, rounding: numbers[$0] ?? []) }
        return try CodeTables(generator: "Tools/melp-train", seed: options.seed, tables: tables)
    }

    /// At most as many of the samples as the options allow, the same whenever they are as many.
    func chosen<Element>(_ samples: [Element]) -> [Element] {
        guard samples.count > options.limit else { return samples }
        var random = Random(seed: options.seed, stream: UInt64(options.limit))
        var left = options.limit
        var result: [Element] = []
        result.reserveCapacity(left)
        for (index, sample) in samples.enumerated() where random.below(samples.count - index) < left {
            result.append(sample)
            left -= 1
        }
        return result
    }
}

/// Predictors and what they leave.
extension Training {
    /// Trains a predictor and returns what is left of the targets.
    mutating func trainPredictor(_ set: PredictionSet) throws -> SpectrumSet {
        let training = PerceptronTraining(set, epochs: options.epochs, random: &random)
        numbers[.predictorHidden(set.prediction)] = training.hiddenNumbers
        numbers[.predictorOutput(set.prediction)] = training.outputNumbers(count: set.prediction.outputCount)
        let tables = try tables()
        let values = Parallel.map(set.count) { index in
            set.targets[index] - tables.prediction(set.prediction, from: set.inputs[index])
        }
        var (before, after) = (0.0, 0.0)
        for index in 0..<set.count {
            before += Double((set.targets[index] * set.targets[index] * set.weights[index]).total)
            after += Double((values[index] * values[index] * set.weights[index]).total)
        }
        log("  predictor of \(set.prediction): \(set.count) superframes, error \(after / before) of the square")
        return SpectrumSet(values: values, weights: set.weights)
    }

    /// Trains the stages of a quantiser.
    mutating func trainStages(_ names: [CodeTable.Name], on set: SpectrumSet, label: String) {
        var training = MultistageTraining(
            bits: names.map { $0.rows.trailingZeroBitCount }, set: set, rounds: options.clusteringRounds,
            random: &random)
        for round in 0..<options.refinementRounds {
            let error = training.refine(set, random: &random)
            log("  \(label): \(set.count) superframes, round \(round + 1), error \(error)")
        }
        for (name, rows) in zip(names, training.stages) {
            numbers[name] = rows.flatMap { row in (0..<30).map { row[$0] } }
        }
    }
}

import PTTMELP

/// From measured speech to code tables.
struct Training {
    struct Options: Sendable {
        var seed: UInt64 = 1
        /// Places, a frame apart, from which each recording is measured; at most three differ.
        var startingPoints = 1
        /// Rounds of k-means for each codebook.
        var clusteringRounds = 8
        /// Rounds of joint refinement of the spectrum's stages.
        var refinementRounds = 3
        /// Times that everything is trained again on what the decoder has.
        var passes = 1
        /// At most so many superframes of each class are used for the spectrum, unvoiced first.
        var limits = [40_000, 100_000, 150_000]
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

    mutating func run(on set: TrainingSet) throws -> CodeTables {
        for name in CodeTable.Name.allCases {
            numbers[name] = Array(repeating: 0, count: name.rows * name.columns)
        }
        var samples = Self.audible(set.samples(), seed: options.seed)
        log("\(samples.count) superframes to train on")
        trainPitch(samples)
        trainCutoffs(samples)
        numbers[.harmonicsRanges] = ranges(samples)
        for pass in 0..<options.passes {
            log("pass \(pass + 1)")
            trainSpectrum(samples, isFirst: pass == 0)
            trainGains(samples)
            samples = Self.audible(set.samples(coded: try tables()), seed: options.seed)
            trainHarmonics(samples)
            samples = Self.audible(set.samples(coded: try tables()), seed: options.seed)
        }
        try assignIndices(samples)
        return try tables()
    }

    /// Drops nine of ten quiet superframes.
    private static func audible(_ samples: [Sample], seed: UInt64) -> [Sample] {
        var random = Random(seed: seed, stream: 0xA0D1)
        return samples.filter { sample in
            let chance = random.below(10)
            return sample.level >= 22 || chance == 0
        }
    }

    func tables() throws -> CodeTables {
        let tables = CodeTable.Name.allCases.compactMap { CodeTable(name: $0, rounding: numbers[$0] ?? []) }
        return try CodeTables(generator: "Tools/melp-train", seed: options.seed, tables: tables)
    }

    /// At most `limit` of the samples, the same whenever they are as many.
    func chosen<Element>(_ samples: [Element], limit: Int) -> [Element] {
        guard samples.count > limit else { return samples }
        var random = Random(seed: options.seed, stream: UInt64(limit))
        var left = limit
        var result: [Element] = []
        result.reserveCapacity(limit)
        for (index, sample) in samples.enumerated() where random.below(samples.count - index) < left {
            result.append(sample)
            left -= 1
        }
        return result
    }
}

import PTTMELP

/// Pitch, cut-offs and gains.
extension Training {
    /// How far a voice is moved in pitch for the pitch tables, in octaves of the period: the recorded voices are high.
    private static let pitchShift: ClosedRange<Float> = -0.2...0.6
    /// What a superframe counts whose pitch jumps, by more than this from frame to frame in octaves: jumps are errors, mostly.
    private static let jump: (octaves: Float, weight: Float) = (0.15, 0.1)

    mutating func trainPitch(_ samples: [Sample]) {
        for (count, name) in [(1, CodeTable.Name.pitchOfOne), (2, .pitchOfTwo), (3, .pitchOfThree)] {
            var set = VectorSet(dimension: count)
            for sample in chosen(samples.filter { $0.voicedFrames.count == count }) {
                let loudness = sample.loudness
                let logarithms = sample.voicedFrames.map { Self.logarithm(sample.superframe.frames[$0].pitchPeriod) }
                let shift = random.uniform(Self.pitchShift)
                let moved = logarithms.map { $0 + shift }
                let isWithin = moved.allSatisfy { (4.321928...7.321928).contains($0) }
                let isJump = zip(moved, moved.dropFirst()).contains { abs($0 - $1) > Self.jump.octaves }
                let weight = isJump ? Self.jump.weight : 1
                set.append(isWithin ? moved : logarithms, weights: sample.voicedFrames.map { loudness[$0] * weight })
            }
            let rows = Clustering.rows(name.rows, for: set, rounds: options.clusteringRounds + 2, random: &random)
            log(
                "  pitch of \(count): \(set.count), error \(Clustering.error(set, Clustering.nearest(set, rows), rows))"
            )
            numbers[name] = rows.numbers
        }
    }

    /// The patterns of three cut-offs that serve best, found by exchange.
    mutating func trainCutoffs(_ samples: [Sample]) {
        var frequency = [Double](repeating: 0, count: 64)
        for sample in samples where sample.voicedFrames.count == 3 {
            let cutoffs = (0..<3).map { Int(sample.superframe.frames[$0].voicing.rawValue) - 1 }
            let loudness = sample.loudness
            frequency[cutoffs[0] * 16 + cutoffs[1] * 4 + cutoffs[2]] += Double(loudness[0] + loudness[1] + loudness[2])
        }
        func digits(_ pattern: Int) -> [Int] { [pattern >> 4, pattern >> 2 & 3, pattern & 3] }
        func cost(_ chosen: [Int]) -> Double {
            frequency.indices.reduce(0) { sum, pattern in
                let nearest =
                    chosen.map { other in
                        zip(digits(pattern), digits(other)).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
                    }.min() ?? 0
                return sum + frequency[pattern] * Double(nearest)
            }
        }
        var chosen = Array(
            frequency.indices.sorted { frequency[$0] > frequency[$1] }.prefix(CodeTable.Name.cutoffs.rows))
        var least = cost(chosen)
        var isImproved = true
        while isImproved {
            isImproved = false
            for place in chosen.indices {
                for pattern in frequency.indices where !chosen.contains(pattern) {
                    var changed = chosen
                    changed[place] = pattern
                    let new = cost(changed)
                    if new < least { (chosen, least, isImproved) = (changed, new, true) }
                }
            }
        }
        numbers[.cutoffs] = chosen.sorted().flatMap { digits($0).map { Float($0 + 1) } }
        log("  cut-offs: mean squared error \(least / max(frequency.reduce(0, +), 1))")
    }

    mutating func trainGains(_ samples: [Sample]) throws {
        var set = PredictionSet(
            prediction: .gains, inputs: Parallel.map(samples.count) { samples[$0].inputs(for: .gains) })
        for sample in samples {
            var (target, weights) = (SpectrumVector.zero, SpectrumVector.zero)
            for (index, gain) in sample.gains.enumerated() {
                target[index] = gain
                weights[index] = Loudness.ofGain(gain)
            }
            set.targets.append(target)
            set.weights.append(weights)
        }
        let rest = try trainPredictor(set)
        var vectors = VectorSet(dimension: 6)
        for index in chosen(Array(samples.indices)) {
            vectors.append(
                (0..<6).map { rest.values[index][$0] }, weights: (0..<6).map { rest.weights[index][$0] })
        }
        let rows = Clustering.rows(
            CodeTable.Name.gains.rows, for: vectors, rounds: options.clusteringRounds + 2, random: &random)
        log("  gains: error \(Clustering.error(vectors, Clustering.nearest(vectors, rows), rows))")
        numbers[.gains] = rows.numbers
    }

    static func logarithm(_ period: Float) -> Float { Float(Elementary.log2(Double(period))) }
}

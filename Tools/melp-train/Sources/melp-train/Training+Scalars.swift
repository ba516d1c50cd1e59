import PTTMELP

/// Pitch, cut-offs and gains.
extension Training {
    /// How far a voice is moved in pitch for the pitch tables, in octaves of the period: the recorded voices are high.
    private static let pitchShift: ClosedRange<Float> = -0.2...1.1

    mutating func trainPitch(_ samples: [Sample]) {
        for (count, name) in [(1, CodeTable.Name.pitchOfOne), (2, .pitchOfTwo), (3, .pitchOfThree)] {
            var set = VectorSet(dimension: count)
            for sample in chosen(samples.filter { $0.voicedFrames.count == count }, limit: 150_000) {
                let loudness = sample.loudness
                let logarithms = sample.voicedFrames.map { Self.logarithm(sample.superframe.frames[$0].pitchPeriod) }
                let shift = random.uniform(Self.pitchShift)
                let moved = logarithms.map { $0 + shift }
                let isWithin = moved.allSatisfy { (4.321928...7.321928).contains($0) }
                set.append(isWithin ? moved : logarithms, weights: sample.voicedFrames.map { loudness[$0] })
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
            frequency[cutoffs[0] * 16 + cutoffs[1] * 4 + cutoffs[2]] += 1
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

    mutating func trainGains(_ samples: [Sample]) {
        let members = chosen(samples, limit: 300_000)
        for predictor in 0..<CodeTable.Name.gainBias.rows {
            var regression = Regression(inputs: 2, outputs: 6)
            for sample in members where sample.predictor == predictor {
                regression.add(sample.contextGains, sample.gains, weights: sample.gains.map(Loudness.ofGain))
            }
            let (matrix, bias) = regression.solved(ridge: 0.01)
            numbers[.gainPrediction]?.replaceSubrange(predictor * 12..<(predictor + 1) * 12, with: matrix)
            numbers[.gainBias]?.replaceSubrange(predictor * 6..<(predictor + 1) * 6, with: bias)
        }
        var set = VectorSet(dimension: 6)
        for sample in members {
            set.append(gainResidual(sample), weights: sample.gains.map(Loudness.ofGain))
        }
        let rows = Clustering.rows(
            CodeTable.Name.gains.rows, for: set, rounds: options.clusteringRounds + 2, random: &random)
        log("  gains: \(set.count), error \(Clustering.error(set, Clustering.nearest(set, rows), rows))")
        numbers[.gains] = rows.numbers
    }

    func gainResidual(_ sample: Sample) -> [Float] {
        let matrix = numbers[.gainPrediction] ?? []
        let bias = numbers[.gainBias] ?? []
        return sample.gains.enumerated().map { index, gain in
            let row = sample.predictor * 6 + index
            return gain - bias[row] - matrix[row * 2] * sample.context.gains[0] - matrix[row * 2 + 1]
                * sample.context.gains[1]
        }
    }

    static func logarithm(_ period: Float) -> Float { Float(Elementary.log2(Double(period))) }
}

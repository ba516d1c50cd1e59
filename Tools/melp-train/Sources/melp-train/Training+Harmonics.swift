import PTTMELP

extension Training {
    /// A superframe's harmonics, and what they are predicted from.
    private struct HarmonicSample: Sendable {
        var range: Int
        var inputs: [Float]
        var levels: [Float]
        var weights: [Float]
    }

    /// Ranges of pitch with as many superframes each.
    func ranges(_ samples: [Sample]) -> [Float] {
        let pitches = samples.filter { !$0.voicedFrames.isEmpty }.map(Self.pitch).sorted()
        let count = HarmonicsPrediction.rangeCount
        return (1..<count).map { pitches[pitches.count * $0 / count] }
    }

    /// Mean logarithm of the period.
    private static func pitch(_ sample: Sample) -> Float {
        let voiced = sample.voicedFrames
        return voiced.reduce(0) { $0 + logarithm(sample.decoded.frames[$1].pitchPeriod) } / Float(voiced.count)
    }

    mutating func trainHarmonics(_ samples: [Sample]) {
        let edges = numbers[.harmonicsRanges] ?? []
        let voiced = samples.filter { !$0.voicedFrames.isEmpty }
        let all = Parallel.map(voiced.count) { index in Self.harmonicSample(voiced[index], edges) }
        for range in 0..<HarmonicsPrediction.rangeCount {
            trainHarmonics(chosen(all.filter { $0.range == range }, limit: 100_000), range: range)
        }
    }

    private mutating func trainHarmonics(_ members: [HarmonicSample], range: Int) {
        let inputs = HarmonicsPrediction.inputCount
        var regression = Regression(inputs: inputs, outputs: 10)
        for member in members {
            regression.add(member.inputs, member.levels, weights: member.weights)
        }
        let (matrix, bias) = regression.solved(ridge: 0.02)
        numbers[.harmonicsPrediction]?.replaceSubrange(range * 10 * inputs..<(range + 1) * 10 * inputs, with: matrix)
        numbers[.harmonicsBias]?.replaceSubrange(range * 10..<(range + 1) * 10, with: bias)
        var set = VectorSet(dimension: 10)
        for member in members {
            set.append(Self.residual(member, matrix, bias), weights: member.weights)
        }
        let count = CodeTable.Name.harmonics.rows / HarmonicsPrediction.rangeCount
        let rows = Clustering.rows(count, for: set, rounds: options.clusteringRounds + 4, random: &random)
        let spread = Clustering.error(
            set, Array(repeating: 0, count: set.count), Rows(dimension: 10, count: 1))
        let error = Clustering.error(set, Clustering.nearest(set, rows), rows)
        log("  harmonics, range \(range): \(set.count) superframes, error \(error) of \(spread)")
        numbers[.harmonics]?.replaceSubrange(range * count * 10..<(range + 1) * count * 10, with: rows.numbers)
    }

    private static func residual(_ member: HarmonicSample, _ matrix: [Float], _ bias: [Float]) -> [Float] {
        member.levels.indices.map { index in
            member.inputs.indices.reduce(member.levels[index] - bias[index]) {
                $0 - matrix[index * member.inputs.count + $1] * member.inputs[$1]
            }
        }
    }

    private static func harmonicSample(_ sample: Sample, _ edges: [Float]) -> HarmonicSample {
        let voiced = sample.voicedFrames
        let pitch = pitch(sample)
        let target = HarmonicTarget(sample.superframe, envelopes: sample.decoded, loudness: sample.loudness)
        let spectrum = (0..<10).map { element in
            voiced.reduce(0) { $0 + sample.decoded.frames[$1].frequencies[element] * 0.001 } / Float(voiced.count)
        }
        return HarmonicSample(
            range: edges.count { pitch >= $0 },
            inputs: (0..<10).map { sample.context.harmonics[$0] } + spectrum + [pitch],
            levels: (0..<10).map { target.levels[$0] }, weights: (0..<10).map { target.weights[$0] })
    }
}

import PTTMELP

extension Training {
    /// Orders the rows of every codebook for bit errors.
    mutating func assignIndices(_ samples: [Sample]) throws {
        let weights = chosen(samples, limit: 20_000).weights(sensitivity)
        var mean = SpectrumVector.zero
        for weight in weights { mean = mean + weight }
        for name in CodeTable.Name.allCases {
            switch name {
            case .spectrumStage:
                reorder(name, weights: (0..<30).map { mean[$0] / Float(weights.count) })
            case .gains:
                reorder(name, weights: Array(repeating: 1, count: 6))
            case .pitchOfThree:
                reorder(name, weights: Array(repeating: 1, count: 3), protectedBits: 4)
            case .pitchOfTwo:
                reorder(name, weights: Array(repeating: 1, count: 2), protectedBits: 2)
            case .pitchOfOne:
                reorder(name, weights: [1])
            case .cutoffs:
                reorder(name, weights: Array(repeating: 1, count: 3))
            case .harmonics:
                let count = name.rows / HarmonicsPrediction.rangeCount
                for range in 0..<HarmonicsPrediction.rangeCount {
                    reorder(name, rows: range * count..<(range + 1) * count, weights: Array(repeating: 1, count: 10))
                }
            case .spectrumPrediction, .spectrumBias, .gainPrediction, .gainBias, .harmonicsRanges,
                .harmonicsPrediction, .harmonicsBias:
                break
            }
        }
        log("indices assigned")
    }

    private mutating func reorder(
        _ name: CodeTable.Name, rows range: Range<Int>? = nil, weights: [Float], protectedBits: Int = 0
    ) {
        let range = range ?? 0..<name.rows
        let old = numbers[name] ?? []
        var rows = Rows(dimension: name.columns, count: range.count)
        for row in 0..<range.count {
            for column in 0..<name.columns {
                rows[row, column] = old[(range.lowerBound + row) * name.columns + column]
            }
        }
        let assignment = IndexAssignment(
            bits: range.count.trailingZeroBitCount, weights: weights, protectedBits: protectedBits)
        let order = assignment.order(rows, usage: Array(repeating: 1, count: range.count))
        let reordered = order.flatMap { row in (0..<name.columns).map { rows[row, $0] } }
        let first = range.lowerBound * name.columns
        numbers[name]?.replaceSubrange(first..<first + reordered.count, with: reordered)
    }
}

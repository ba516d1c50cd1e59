import PTTMELP

extension Training {
    /// Orders the rows of every codebook for bit errors.
    mutating func assignIndices(_ samples: [Sample]) {
        let weights = Array(samples.prefix(20_000)).weights(sensitivity)
        var mean = SpectrumVector.zero
        for weight in weights { mean = mean + weight }
        for name in CodeTable.Name.allCases {
            switch name {
            case .spectrumStage(_, let stage):
                reorder(
                    name, weights: (0..<30).map { mean[$0] / Float(weights.count) }, protectedBits: stage == 0 ? 6 : 0)
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
            case .harmonicsStage:
                reorder(name, weights: Array(repeating: 1, count: 30))
            case .predictorHidden, .predictorOutput: break
            }
        }
        log("indices assigned")
    }

    private mutating func reorder(_ name: CodeTable.Name, weights: [Float], protectedBits: Int = 0) {
        let old = numbers[name] ?? []
        var rows = Rows(dimension: name.columns, count: name.rows)
        for row in 0..<name.rows {
            for column in 0..<name.columns {
                rows[row, column] = old[row * name.columns + column]
            }
        }
        let assignment = IndexAssignment(
            bits: name.rows.trailingZeroBitCount, weights: weights, protectedBits: protectedBits)
        let order = assignment.order(rows, usage: Array(repeating: 1, count: name.rows))
        numbers[name] = order.flatMap { row in (0..<name.columns).map { rows[row, $0] } }
    }
}

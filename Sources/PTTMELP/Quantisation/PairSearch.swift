/// Finds the best of all sums of two rows, one from each of two stages, for many targets under the same weights.
///
/// The error of a sum is |a|² + |b|² + 2 a·b − 2 a·t − 2 b·t + |t|², each product weighed; what holds no target is worked out
/// once.
struct PairSearch: Sendable {
    private let codebook: MultistageCodebook
    private let first: RowsAbreast
    private let second: RowsAbreast
    private var weights = SpectrumVector.zero
    /// For each row of the second stage |a|² + |b|² + 2 a·b with every row of the first.
    private var products: [RowsAbreast.Numbers]
    init(_ codebook: MultistageCodebook) {
        self.codebook = codebook
        first = RowsAbreast(codebook.stages[0])
        second = RowsAbreast(codebook.stages[1])
        products = Array(repeating: RowsAbreast.Numbers(repeating: .zero), count: RowsAbreast.count)
    }

    mutating func prepare(weights: SpectrumVector) {
        self.weights = weights
        let norms = first.norms(weights)
        for row in products.indices {
            let vector = codebook.stages[1][row]
            let norm = (vector * vector * weights).total
            let mixed = first.products(with: vector * weights * 2)
            products[row] = RowsAbreast.Numbers { norms[$0] + norm + mixed[$0] }
        }
    }

    /// The rows whose sum is nearest to a target; the first of equals.
    func nearest(to target: SpectrumVector) -> InlineArray<5, Int> {
        let weighed = target * weights * -2
        let firstTerms = first.products(with: weighed)
        let secondTerms = second.products(with: weighed)
        var least = Float.infinity
        var best = InlineArray<5, Int>(repeating: 0)
        let products = products.span
        for row in products.indices {
            let term = secondTerms[row >> 3][row & 7]
            var errors = products[row][0] + firstTerms[0]
            for group in 1..<8 {
                let others = products[row][group] + firstTerms[group]
                errors.replace(with: others, where: others .< errors)
            }
            let error = errors.least + term
            guard error < least else { continue }
            least = error
            best[1] = row
        }
        // Which of the first stage it was.
        var leastFirst = Float.infinity
        for group in 0..<8 {
            let errors = products[best[1]][group] + firstTerms[group]
            for lane in 0..<8 where errors[lane] < leastFirst {
                leastFirst = errors[lane]
                best[0] = group * 8 + lane
            }
        }
        return best
    }
}

/// The 64 rows of a codebook side by side, eight a vector.
private struct RowsAbreast: Sendable {
    typealias Numbers = InlineArray<8, SIMD8<Float>>

    static let count = 64
    private static let elements = MELP.harmonicCount * MELP.framesPerSuperframe

    /// For each element those of all rows.
    private let columns: [Numbers]

    init(_ codebook: Codebook<SpectrumVector>) {
        precondition(codebook.vectors.count == Self.count, "a stage of \(codebook.vectors.count) rows")
        columns = (0..<Self.elements).map { element in
            Numbers { group in
                var lanes = SIMD8<Float>.zero
                for lane in 0..<8 { lanes[lane] = codebook[group * 8 + lane][element] }
                return lanes
            }
        }
    }

    /// The product of each row with a vector.
    func products(with vector: SpectrumVector) -> Numbers {
        var sums = Numbers(repeating: .zero)
        let columns = columns.span
        for element in columns.indices {
            let factor = vector[element]
            for group in 0..<8 {
                sums[group] += columns[element][group] * factor
            }
        }
        return sums
    }

    /// The weighed square of each row.
    func norms(_ weights: SpectrumVector) -> Numbers {
        var sums = Numbers(repeating: .zero)
        let columns = columns.span
        for element in columns.indices {
            let weight = weights[element]
            for group in 0..<8 {
                sums[group] += columns[element][group] * columns[element][group] * weight
            }
        }
        return sums
    }
}

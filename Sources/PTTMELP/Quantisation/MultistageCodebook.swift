/// A sum of vectors, one from each stage, and the search for the best sum.
struct MultistageCodebook: Sendable {
    let stages: [Codebook<SpectrumVector>]

    func sum(_ indices: InlineArray<5, Int>) -> SpectrumVector {
        var sum = SpectrumVector.zero
        for stage in stages.indices {
            sum = sum + stages[stage][indices[stage]]
        }
        return sum
    }

    /// Keeps the best sums of the first stages while it goes through the later ones (M-best search).
    ///
    /// Afterwards `survivors` holds the best sums, best first.
    func search(target: SpectrumVector, weights: SpectrumVector, survivors: inout Survivors) {
        survivors.start(target: target, error: (target * target * weights).total)
        for stage in stages.indices {
            survivors.advance(through: stages[stage], stage: stage, weights: weights)
        }
    }
}

/// The best sums of the first stages, best first.
struct Survivors: Sendable {
    struct Sum: Sendable {
        /// What is left of the target.
        var rest: SpectrumVector
        var error: Float
        var indices: InlineArray<5, Int>
    }

    private struct Candidate {
        var error: Float
        var parent: Int
        var row: Int
    }

    private var sums: [Sum]
    private var next: [Sum]
    private var candidates: [Candidate]
    /// Twice the weighted rests: for each element those of all sums, so that one row is compared with all of them at once.
    private var rests = [SIMD8<Float>](repeating: .zero, count: 32)
    private(set) var count = 0
    /// How many are kept.
    let capacity: Int

    /// - Parameter capacity: 1…8.
    init(capacity: Int) {
        self.capacity = capacity
        let none = Sum(rest: .zero, error: 0, indices: InlineArray(repeating: 0))
        sums = Array(repeating: none, count: capacity)
        next = sums
        candidates = Array(repeating: Candidate(error: .infinity, parent: 0, row: 0), count: capacity)
    }

    subscript(index: Int) -> Sum { sums[index] }

    fileprivate mutating func start(target: SpectrumVector, error: Float) {
        sums[0] = Sum(rest: target, error: error, indices: InlineArray(repeating: 0))
        count = 1
    }

    fileprivate mutating func advance(
        through codebook: Codebook<SpectrumVector>, stage: Int, weights: SpectrumVector
    ) {
        let found = findCandidates(in: codebook, weights: weights)
        for index in 0..<found {
            let candidate = candidates[index]
            let vector = codebook[candidate.row]
            next[index] = sums[candidate.parent]
            next[index].rest = next[index].rest - vector
            next[index].error = candidate.error
            next[index].indices[stage] = candidate.row
        }
        swap(&sums, &next)
        count = found
    }

    private mutating func findCandidates(
        in codebook: Codebook<SpectrumVector>, weights: SpectrumVector
    ) -> Int {
        let parents = lineUp(weights)
        var found = 0
        var bound = Float.infinity
        let vectors = codebook.vectors.span
        for row in vectors.indices {
            let errors = parents + Self.changes(vectors[row], weights, rests.span)
            guard errors.min() < bound else { continue }
            for parent in 0..<count where errors[parent] < bound {
                found = min(found + 1, capacity)
                insert(Candidate(error: errors[parent], parent: parent, row: row), last: found - 1)
                if found == capacity { bound = candidates[found - 1].error }
            }
        }
        return found
    }

    /// Fills `rests`.
    ///
    /// - Returns: the errors of the sums, and no end of error where there is none.
    private mutating func lineUp(_ weights: SpectrumVector) -> SIMD8<Float> {
        var errors = SIMD8<Float>(repeating: .infinity)
        for index in 0..<count {
            errors[index] = sums[index].error
            let rest = sums[index].rest * weights * 2
            for element in rests.indices {
                rests[element][index] = rest[element]
            }
        }
        return errors
    }

    /// What it changes in the error of each sum to add a vector to it.
    @inline(__always)
    private static func changes(
        _ vector: SpectrumVector, _ weights: SpectrumVector, _ rests: Span<SIMD8<Float>>
    ) -> SIMD8<Float> {
        let products =
            (product(vector.parts.0, rests, 0) + product(vector.parts.1, rests, 8))
            + (product(vector.parts.2, rests, 16) + product(vector.parts.3, rests, 24))
        return (vector * vector * weights).total - products
    }

    @inline(__always)
    private static func product(_ part: SIMD8<Float>, _ rests: Span<SIMD8<Float>>, _ first: Int) -> SIMD8<Float> {
        let rests = rests.extracting(first..<(first + 8))
        var even = rests[0] * part[0] + rests[2] * part[2]
        var odd = rests[1] * part[1] + rests[3] * part[3]
        even += rests[4] * part[4]
        odd += rests[5] * part[5]
        even += rests[6] * part[6]
        odd += rests[7] * part[7]
        return even + odd
    }

    /// Sorts a candidate in; what was at `last` falls out.
    private mutating func insert(_ candidate: Candidate, last: Int) {
        var place = last
        while place > 0, candidates[place - 1].error > candidate.error {
            candidates[place] = candidates[place - 1]
            place -= 1
        }
        candidates[place] = candidate
    }
}

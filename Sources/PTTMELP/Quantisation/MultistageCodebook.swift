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
    private(set) var count = 0
    /// How many are kept.
    let capacity: Int

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
        var found = 0
        for row in codebook.vectors.indices {
            let vector = codebook.vectors[row]
            let weighted = vector * weights
            let energy = (weighted * vector).total
            for parent in 0..<count {
                let error = sums[parent].error + energy - 2 * (weighted * sums[parent].rest).total
                if found < capacity || error < candidates[found - 1].error {
                    found = min(found + 1, capacity)
                    insert(Candidate(error: error, parent: parent, row: row), last: found - 1)
                }
            }
        }
        return found
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

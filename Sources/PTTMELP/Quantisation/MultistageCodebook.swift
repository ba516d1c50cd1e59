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
    /// Afterwards `survivors` holds the best sums, best first: as many as its capacity.
    func search(target: SpectrumVector, weights: SpectrumVector, survivors: inout Survivors) {
        survivors.start(target: target, error: (target * target * weights).total)
        for stage in stages.indices {
            survivors.advance(
                through: stages[stage], stage: stage, weights: weights, isLast: stage == stages.count - 1)
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
    /// Twice the weighted rests of the sums, eight sums together: for each element those of all eight, so that a row is compared
    /// with all of them at once.
    private var rests = Array(repeating: [SIMD8<Float>](repeating: .zero, count: 32), count: highestWidth / 8)
    /// As many errors.
    private var errors = [SIMD8<Float>](repeating: .zero, count: highestWidth / 8)
    private(set) var count = 0
    /// How many are kept of the last stage.
    let capacity: Int

    /// How many sums go on from one stage to the next, at most.
    private static let highestWidth = 16

    /// - Parameter capacity: of the last stage; of the others as many are kept, 16 at most.
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
        through codebook: Codebook<SpectrumVector>, stage: Int, weights: SpectrumVector, isLast: Bool
    ) {
        let width = isLast ? capacity : min(capacity, Self.highestWidth)
        let found = findCandidates(in: codebook, weights: weights, width: width)
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

    /// Fills `candidates`, best first.
    ///
    /// - Returns: how many.
    private mutating func findCandidates(
        in codebook: Codebook<SpectrumVector>, weights: SpectrumVector, width: Int
    ) -> Int {
        lineUp(weights)
        var found = 0
        for group in 0..<(count + 7) >> 3 {
            found = Self.find(
                in: codebook.vectors, weights, parents: (errors[group], rests[group], group * 8), found, width,
                &candidates)
        }
        return found
    }

    /// Adds to the best of `width` candidates what eight parents make with each vector.
    private static func find(
        in vectors: [SpectrumVector], _ weights: SpectrumVector,
        parents: (errors: SIMD8<Float>, rests: [SIMD8<Float>], first: Int), _ alreadyFound: Int, _ width: Int,
        _ candidates: inout [Candidate]
    ) -> Int {
        var found = alreadyFound
        var bound = found == width ? candidates[found - 1].error : .infinity
        let vectors = vectors.span
        let rests = parents.rests.span
        for row in vectors.indices {
            let vector = vectors[row]
            let norm = (vector * vector * weights).total
            let errors = parents.errors + (norm - products(vector, rests))
            guard errors.least < bound else { continue }
            for lane in 0..<8 where errors[lane] < bound {
                found = min(found + 1, width)
                let candidate = Candidate(error: errors[lane], parent: parents.first + lane, row: row)
                insert(candidate, last: found - 1, into: &candidates)
                if found == width { bound = candidates[found - 1].error }
            }
        }
        return found
    }

    /// Fills `rests` and `errors`; no end of error where there is no sum.
    private mutating func lineUp(_ weights: SpectrumVector) {
        for index in 0..<Self.highestWidth {
            errors[index >> 3][index & 7] = index < count ? sums[index].error : .infinity
            guard index < count else { continue }
            let rest = sums[index].rest * weights * 2
            for element in 0..<32 {
                rests[index >> 3][element][index & 7] = rest[element]
            }
        }
    }

    /// A vector times the rest of each of eight sums.
    @inline(__always)
    private static func products(_ vector: SpectrumVector, _ rests: Span<SIMD8<Float>>) -> SIMD8<Float> {
        (product(vector.parts.0, rests, 0) + product(vector.parts.1, rests, 8))
            + (product(vector.parts.2, rests, 16) + product(vector.parts.3, rests, 24))
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
    private static func insert(_ candidate: Candidate, last: Int, into candidates: inout [Candidate]) {
        var place = last
        while place > 0, candidates[place - 1].error > candidate.error {
            candidates[place] = candidates[place - 1]
            place -= 1
        }
        candidates[place] = candidate
    }
}

/// Finds where a stretch of sound continues most like another.
enum Similarity {
    /// The best place of `candidates`, and how alike the two stretches are there, in -1…1.
    struct Match {
        var position: Int
        var score: Float
    }

    /// Compares `count` samples of `sound` from `start` with `count` samples of `other` from each candidate.
    ///
    /// Silence is like silence: its score is 1.
    static func best(
        of candidates: ClosedRange<Int>, in other: Span<Float>, for sound: Span<Float>, at start: Int, count: Int
    ) -> Match {
        var best = Match(position: candidates.lowerBound, score: -2)
        var energy = floor
        for index in 0..<count { energy += sound[start + index] * sound[start + index] }
        for candidate in candidates {
            var cross = floor
            var otherEnergy = floor
            for index in 0..<count {
                let value = other[candidate + index]
                cross += sound[start + index] * value
                otherEnergy += value * value
            }
            let score = cross / (energy * otherEnergy).squareRoot()
            if score > best.score { best = Match(position: candidate, score: score) }
        }
        return best
    }

    /// Energy below which nothing is heard.
    private static let floor: Float = 1e-9
}

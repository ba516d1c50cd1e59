import PTTTestSupport
import Testing

@testable import PTTMELP

struct PairSearchTests {
    private let codebook = CodeTables.standard.harmonics

    private static func vector(_ random: inout SeededGenerator, _ range: ClosedRange<Double>) -> SpectrumVector {
        var vector = SpectrumVector.zero
        for element in 0..<30 {
            vector[element] = Float(range.lowerBound + random.nextFraction() * (range.upperBound - range.lowerBound))
        }
        return vector
    }

    @Test("No pair of rows is nearer than the one that is found")
    func nearest() {
        var random = SeededGenerator(seed: 1)
        var search = PairSearch(codebook)
        for _ in 0..<5 {
            let weights = Self.vector(&random, 0...1)
            search.prepare(weights: weights)
            for _ in 0..<3 {
                let target = Self.vector(&random, -12...12)
                let found = codebook.sum(search.nearest(to: target)).distance(to: target, weights: weights)
                var least = Float.infinity
                for first in 0..<64 {
                    for second in 0..<64 {
                        let sum = codebook.stages[0][first] + codebook.stages[1][second]
                        least = min(least, sum.distance(to: target, weights: weights))
                    }
                }
                #expect(abs(found / least - 1) < 1e-4)
            }
        }
    }
}

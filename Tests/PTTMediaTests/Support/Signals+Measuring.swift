import Foundation
import PTTTestSupport

extension Signals {
    /// The shift of `late` against `early`, in samples, at which both agree best.
    static func delay(of late: [Float], behind early: [Float], upTo limit: Int) -> Int {
        let window = min(min(early.count, late.count) - limit, 6_000)
        precondition(window > 0)
        var best = (shift: 0, score: -Double.infinity)
        for shift in 0...limit {
            var score = 0.0
            for index in 0..<window { score += Double(early[index] * late[index + shift]) }
            if score > best.score { best = (shift, score) }
        }
        return best.shift
    }

    static func energy(_ samples: ArraySlice<Float>) -> Double {
        samples.reduce(0) { $0 + Double($1 * $1) }
    }

    /// Signal-to-noise ratio in decibels of `copy` against `original`.
    static func signalToNoise(_ copy: ArraySlice<Float>, against original: ArraySlice<Float>) -> Double {
        let noise = zip(copy, original).reduce(0.0) { $0 + pow(Double($1.0 - $1.1), 2) }
        return 10 * log10(energy(original) / max(noise, 1e-12))
    }
}

extension SeededGenerator {
    mutating func byte() -> UInt8 {
        UInt8(truncatingIfNeeded: next())
    }

    /// A place in a collection that is not empty.
    mutating func index(below count: Int) -> Int {
        Int(next() % UInt64(count))
    }
}

import Foundation
import PTTMELP

/// Superframes in the order of speech.
struct Sequence: Sendable {
    var superframes: [Superframe]
}

/// All that is trained on: each clip measured from a random starting point.
struct TrainingSet: Sendable {
    var sequences: [Sequence]

    init(_ clips: [Corpus.Clip], seed: UInt64) {
        let measured = Parallel.map(clips.count) { index -> Sequence? in
            var random = Random(seed: seed, stream: UInt64(index))
            guard let samples = try? clips[index].samples() else { return nil }
            return Self.measure(samples, leadIn: random.below(MELP.superframeLength))
        }
        sequences = measured.compactMap { $0 }
    }

    private static func measure(_ samples: [Float], leadIn: Int) -> Sequence {
        let length = MELP.superframeLength
        let silence = [Float](repeating: 0, count: leadIn)
        var padded = silence + samples
        padded += [Float](repeating: 0, count: 2 * length - padded.count % length)
        var analyser = Analyser()
        var superframes: [Superframe] = []
        for start in stride(from: 0, to: padded.count - length + 1, by: length) {
            superframes.append(analyser.analyse(padded[start..<start + length].span))
        }
        return Sequence(superframes: superframes)
    }
}

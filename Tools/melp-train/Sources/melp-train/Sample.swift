import PTTMELP

/// What predictors know of the superframe before.
struct Context: Sendable {
    var frequencies: InlineArray<10, Float>
    var gains: InlineArray<2, Float>
    var harmonics = InlineArray<10, Float>(repeating: 0)
    var isVoiced: Bool

    init(after superframe: Superframe) {
        let last = superframe.frames[2]
        frequencies = last.frequencies
        gains = last.gains
        isVoiced = last.voicing.isVoiced
    }
}

/// One superframe to train on.
struct Sample: Sendable {
    var superframe: Superframe
    var context: Context
    /// As the decoder sees it, once there are tables.
    var decoded: Superframe

    var kind: VoicingClass { VoicingPattern(superframe).voicingClass }
    var predictor: Int { Int(kind.rawValue) * 2 + (context.isVoiced ? 1 : 0) }
    var loudness: Loudness { Loudness(superframe) }

    var frequencies: [Float] { (0..<30).map { superframe.frames[$0 / 10].frequencies[$0 % 10] } }
    var contextFrequencies: [Float] { (0..<10).map { context.frequencies[$0] } }
    var gains: [Float] { (0..<6).map { superframe.frames[$0 / 2].gains[$0 % 2] } }
    var contextGains: [Float] { [context.gains[0], context.gains[1]] }
    var voicedFrames: [Int] { (0..<3).filter { superframe.frames[$0].voicing.isVoiced } }

    /// Level in dB, mean of the three frames.
    var level: Float { gains.reduce(0, +) / 6 }
}

extension TrainingSet {
    /// The superframes with what was measured before them.
    func samples() -> [Sample] {
        sequences.flatMap { sequence in
            var context = Context(after: Superframe())
            return sequence.superframes.map { superframe in
                defer { context = Context(after: superframe) }
                return Sample(superframe: superframe, context: context, decoded: superframe)
            }
        }
    }

    /// The superframes with what a decoder has before them.
    func samples(coded tables: CodeTables) -> [Sample] {
        Parallel.map(sequences.count) { index in
            var quantiser = SuperframeQuantiser(tables: tables)
            var packet = Packet()
            var context = Context(after: Superframe())
            return sequences[index].superframes.map { superframe in
                let decoded = quantiser.quantise(superframe, into: &packet)
                var next = Context(after: decoded)
                next.harmonics = context.harmonics
                for frame in 0..<3 where decoded.frames[frame].voicing.isVoiced {
                    next.harmonics = decoded.frames[frame].harmonics
                }
                defer { context = next }
                return Sample(superframe: superframe, context: context, decoded: decoded)
            }
        }.flatMap { $0 }
    }
}

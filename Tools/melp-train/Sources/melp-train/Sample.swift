import PTTMELP

/// One superframe to train on.
struct Sample: Sendable {
    /// As measured.
    var superframe: Superframe
    /// As the decoder has it; what no table serves yet is as measured.
    var decoded: Superframe
    /// What is left behind by the superframe before.
    var state: PredictorState

    var kind: VoicingClass { VoicingPattern(superframe).voicingClass }
    var loudness: Loudness { Loudness(superframe) }
    var gains: [Float] { (0..<6).map { superframe.frames[$0 / 2].gains[$0 % 2] } }
    var voicedFrames: [Int] { (0..<3).filter { superframe.frames[$0].voicing.isVoiced } }

    /// Level in dB, mean of the three frames.
    var level: Float { gains.reduce(0, +) / 6 }

    func inputs(for prediction: Prediction) -> PredictorInputs {
        PredictorInputs(for: prediction, state: state, decoded: decoded)
    }
}

/// What tables are there for already.
enum TrainedPart: Int, Comparable {
    case nothing, voicing, gains, spectrum

    static func < (left: TrainedPart, right: TrainedPart) -> Bool { left.rawValue < right.rawValue }
}

extension TrainingSet {
    /// The superframes as a decoder with these tables has them.
    func samples(coded tables: CodeTables, trained part: TrainedPart, seed: UInt64) -> [Sample] {
        Parallel.map(sequences.count) { index in
            var random = Random(seed: seed, stream: 0x5A_0000 + UInt64(index))
            var quantiser = SuperframeQuantiser(tables: tables)
            var packet = Packet()
            var state = PredictorState()
            return sequences[index].superframes.map { superframe in
                var decoded = quantiser.quantise(superframe, into: &packet)
                Self.complete(&decoded, from: superframe, trained: part)
                let sample = Sample(superframe: superframe, decoded: decoded, state: state)
                // What is predicted from is never exact; predictors must not lean on its last decibel.
                Self.blur(&decoded, &random)
                state.update(after: decoded)
                return sample
            }
        }.flatMap { $0 }
    }

    private static func complete(_ decoded: inout Superframe, from superframe: Superframe, trained part: TrainedPart) {
        for frame in 0..<3 {
            let measured = superframe.frames[frame]
            if part < .voicing {
                decoded.frames[frame].voicing = measured.voicing
                decoded.frames[frame].pitchPeriod = measured.pitchPeriod
            }
            if part < .gains { decoded.frames[frame].gains = measured.gains }
            if part < .spectrum { decoded.frames[frame].frequencies = measured.frequencies }
            decoded.frames[frame].harmonics = HeardSpectrum(measured).excitation(
                through: decoded.frames[frame].frequencies)
        }
    }

    private static func blur(_ decoded: inout Superframe, _ random: inout Random) {
        for frame in 0..<3 {
            for index in 0..<MELP.harmonicCount {
                // Sum of four, near enough to a normal distribution of 2 dB.
                let noise = (0..<4).reduce(0 as Float) { sum, _ in sum + random.uniform(-1.7320508...1.7320508) }
                decoded.frames[frame].harmonics[index] += noise
            }
        }
    }
}

import BenchSupport
import PTTTestSupport

/// PESQ and ESTOI of the 1200 bit/s vocoder and of Debian's codec2 on the same speech.
enum VocoderQualityBench {
    private static let peers = [1200, 1300, 1600, 2400]

    static func run(_ run: inout BenchRun) throws {
        guard run.wants("vocoder_quality") else { return }
        let speech = try items(run)
        var renderings = try VocoderCondition.all.flatMap { condition in
            try speech.flatMap { try Self.renderings(of: $0, condition, run) }
        }
        for mode in peers {
            renderings += try speech.map {
                VocoderRendering(
                    condition: name(mode), speech: $0, samples: try Codec2.render($0.samples, mode: mode))
            }
        }
        let scores = Scores(try VocoderScore.measure(renderings))
        for collection in VocoderSpeech.Collection.allCases { report(collection, scores, &run) }
        reportDamage(scores, &run)
        reportNoise(scores, &run)
    }

    /// A fast run listens to every third item.
    private static func items(_ run: BenchRun) throws -> [VocoderSpeech] {
        let all = try VocoderSpeech.all()
        return run.isFast ? all.enumerated().filter { $0.offset.isMultiple(of: 3) }.map(\.element) : all
    }

    /// Clean speech in all framings, with the suppressor and without: the two differ in delay, so in how speech is framed.
    private static func renderings(
        of speech: VocoderSpeech, _ condition: VocoderCondition, _ run: BenchRun
    ) throws -> [VocoderRendering] {
        switch condition {
        case .clean where !run.isFast, .unsuppressed where !run.isFast: try condition.renderInAllFramings(speech)
        case .clean, .unsuppressed, .noisy, .bitErrors, .losses: [try condition.render(speech)]
        }
    }

    private static func name(_ mode: Int) -> String { "codec2 \(mode)" }

    /// The table: each set on its own, beside each mode of codec2.
    private static func report(_ collection: VocoderSpeech.Collection, _ scores: Scores, _ run: inout BenchRun) {
        let set = collection.rawValue
        let ours = scores[VocoderCondition.clean.name, set]
        let bound = run.isFast ? nil : VocoderTargets.clean(collection)
        for mode in peers {
            let theirs = scores[name(mode), set]
            run.report(
                BenchLine(
                    "vocoder_quality_\(set)_pesq", ours.pesq, unit: "PESQ-NB",
                    peer: .init(name: name(mode), value: theirs.pesq),
                    limit: bound.map { .atLeast(mode == 2400 ? $0.pesq : max($0.pesq, theirs.pesq)) }))
            run.report(
                BenchLine(
                    "vocoder_quality_\(set)_estoi", ours.estoi, unit: "ESTOI",
                    peer: .init(name: name(mode), value: theirs.estoi),
                    limit: bound.map { .atLeast(max($0.estoi, theirs.estoi)) }))
        }
    }

    private static func reportDamage(_ scores: Scores, _ run: inout BenchRun) {
        for (condition, bound) in VocoderTargets.damaged {
            let score = scores[condition.name, "all"]
            run.report(
                BenchLine(
                    "vocoder_quality_\(condition.name)_pesq", score.pesq, unit: "PESQ-NB",
                    limit: run.isFast ? nil : .atLeast(bound.pesq)))
            run.report(
                BenchLine(
                    "vocoder_quality_\(condition.name)_estoi", score.estoi, unit: "ESTOI",
                    limit: run.isFast ? nil : .atLeast(bound.estoi)))
        }
    }

    /// What the suppressor gains in noise, and what it costs where there is none.
    private static func reportNoise(_ scores: Scores, _ run: inout BenchRun) {
        for noise in Noise.allCases {
            let with = scores[VocoderCondition.noisy(noise, suppressed: true).name, "all"].pesq
            let without = scores[VocoderCondition.noisy(noise, suppressed: false).name, "all"].pesq
            run.report(
                BenchLine(
                    "vocoder_quality_\(noise)_noise_pesq", with, unit: "PESQ-NB",
                    peer: .init(name: "without the suppressor", value: without),
                    limit: run.isFast ? nil : .atLeast(without + VocoderTargets.suppressorGain)))
        }
        let plain = scores[VocoderCondition.unsuppressed.name, "all"].pesq
        run.report(
            BenchLine(
                "vocoder_quality_suppressor_on_clean_speech_pesq", scores[VocoderCondition.clean.name, "all"].pesq,
                unit: "PESQ-NB", peer: .init(name: "without the suppressor", value: plain),
                limit: run.isFast ? nil : .atLeast(plain - VocoderTargets.suppressorCost)))
    }
}

/// Scores by condition and set.
private struct Scores {
    private var byName: [String: VocoderScore] = [:]

    init(_ scores: [VocoderScore]) {
        for score in scores { byName["\(score.condition)/\(score.set)"] = score }
    }

    subscript(condition: String, set: String) -> (pesq: Double, estoi: Double) {
        byName["\(condition)/\(set)"].map { ($0.pesq, $0.estoi) } ?? (.nan, .nan)
    }
}

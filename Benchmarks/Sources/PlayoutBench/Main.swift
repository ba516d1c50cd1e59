import BenchSupport
import PTTMedia
import PTTTestSupport
import PTTWire

/// What a listener hears, and how much later than it was said: recorded speech through real codecs and simulated paths, in
/// virtual time, so that every run gives the same figures.
@main
struct PlayoutBench {
    static func main() throws {
        var run = BenchRun()
        let scores = try SpeechScores()
        let figures = PlayoutFigures(prompts: try prompts(run.isFast ? 5 : 20), scores: scores)
        for codec in [VoiceCodec.opus, .aacLC] where run.wants("playout_\(codec.shortName)") {
            try figures.report(codec, to: &run)
        }
        try scores.remove()
        run.finish()
    }

    private static func prompts(_ count: Int) throws -> [Prompt] {
        try Prompts.paths(count).enumerated().map { number, path in
            Prompt(
                samples: try AudioFileReader.samples(of: path), seed: UInt64(1_000 + number), name: "prompt\(number)")
        }
    }
}

import Dispatch
import PTTTestSupport
import Testing

/// The vocoder on speech that no table was trained on, a little below what `make bench` holds it to.
@Suite struct VocoderQualityTests {
    private static let slack: VocoderTargets.Score = (pesq: 0.05, estoi: 0.01)

    @Test func cleanSpeechIsUnderstoodAsWellAsItWas() throws {
        let speech = try VocoderSpeech.all()
        let renderings = try Self.rendered(speech)
        let scores = try VocoderScore.measure(renderings)
        for collection in VocoderSpeech.Collection.allCases {
            let score = try #require(scores.first { $0.set == collection.rawValue })
            let target = VocoderTargets.clean(collection)
            #expect(score.pesq >= target.pesq - Self.slack.pesq, "\(collection)")
            #expect(score.estoi >= target.estoi - Self.slack.estoi, "\(collection)")
        }
    }

    /// On every core: a build that is not optimised is hardly faster than speech.
    private static func rendered(_ speech: [VocoderSpeech]) throws -> [VocoderRendering] {
        var results = [Result<VocoderRendering, any Error>?](repeating: nil, count: speech.count)
        results.withUnsafeMutableBufferPointer { buffer in
            nonisolated(unsafe) let places = buffer
            DispatchQueue.concurrentPerform(iterations: speech.count) { index in
                places[index] = Result { try VocoderCondition.clean.render(speech[index]) }
            }
        }
        return try results.compactMap { try $0?.get() }
    }
}

import Foundation
import PTTTestSupport
import PTTVoice
import PTTWire
import Testing

@testable import PTTMedia

/// Listens to both codecs on recorded speech with the ears of PESQ-WB.
@Suite struct CodecQualityTests {
    /// Opus 4.15 and AAC 2.15 are what these prompts score; the bounds leave room for other versions of the libraries.
    @Test(arguments: [(VoiceCodec.opus, 4.0), (.aacLC, 1.85)])
    func recordedSpeechScoresAtLeast(codec: VoiceCodec, bound: Double) throws {
        let scratch = try TemporaryFolder()
        var pairs: [(reference: String, degraded: String)] = []
        var frameBytes: [Int] = []
        for (index, path) in try Prompts.paths(20).enumerated() {
            let spoken = try AudioFileReader.samples(of: path)
            let encoder = try VoiceCoders.encoder(for: codec)
            let size = encoder.format.samplesPerFrame
            let frames = try encodeAll(spoken + [Float](repeating: 0, count: size), with: encoder)
            frameBytes += frames.map(\.count)
            // What the encoder emits late is no shift in the stream.
            let lag = codec == .opus ? encoder.format.algorithmicDelay : encoder.format.algorithmicDelay - size
            let heard = try decodeAll(frames, with: VoiceCoders.decoder(for: codec)).dropFirst(lag)
            let pair = (reference: scratch.path("spoken\(index).wav"), degraded: scratch.path("heard\(index).wav"))
            for (path, samples) in [(pair.reference, spoken), (pair.degraded, Array(heard.prefix(spoken.count)))] {
                try WAVWriter(path: path).append(samples.span)
            }
            pairs.append(pair)
        }
        let mean = try SpeechScore.pesq(pairs, aligning: false).reduce(0, +) / Double(pairs.count)
        let bitRate = Double(frameBytes.reduce(0, +)) * 8 / (Double(frameBytes.count * codec.samplesPerFrame) / 16_000)
        print("\(codec): PESQ-WB \(mean), \(Int(bitRate)) bit/s, longest frame \(frameBytes.max() ?? 0) bytes")
        #expect(mean >= bound)
        #expect((14_000...17_000).contains(bitRate))
    }
}

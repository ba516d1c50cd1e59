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
        let scratch = try Scratch()
        var pairs: [String] = []
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
            for (name, samples) in [("spoken", spoken), ("heard", Array(heard.prefix(spoken.count)))] {
                let writer = try WAVWriter(path: scratch.path("\(name)\(index).wav"))
                try writer.append(samples.span)
                pairs.append(scratch.path("\(name)\(index).wav"))
            }
        }
        let mean = try score(pairs)
        let bitRate = Double(frameBytes.reduce(0, +)) * 8 / (Double(frameBytes.count * codec.samplesPerFrame) / 16_000)
        print("\(codec): PESQ-WB \(mean), \(Int(bitRate)) bit/s, longest frame \(frameBytes.max() ?? 0) bytes")
        #expect(mean >= bound)
        #expect((14_000...17_000).contains(bitRate))
    }

    private func score(_ pairs: [String]) throws -> Double {
        struct Summary: Decodable {
            var mean: Double

            enum CodingKeys: String, CodingKey {
                case mean = "pesq_wb_mean"
            }
        }
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        let output = try run(
            root.appending(path: ".venv/bin/python").path,
            [root.appending(path: "Tests/SystemTests/Score/score.py").path] + pairs)
        let last = try #require(output.split(separator: "\n").last)
        return try JSONDecoder().decode(Summary.self, from: Data(last.utf8)).mean
    }
}

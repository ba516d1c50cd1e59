import Foundation
import PTTMedia
import PTTVoice
import PTTWire

/// Recordings as the tests handle them: 16 kHz mono WAV.
enum Recording {
    static func write(_ samples: [Float], to url: URL) throws {
        let file = try WAVWriter(path: url.path)
        try file.append(samples.span)
        try file.finish()
    }

    /// What the codec alone makes of the samples.
    static func coded(_ samples: [Float], _ codec: VoiceCodec) throws -> [Float] {
        let encoder = try VoiceCoders.encoder(for: codec)
        let decoder = try VoiceCoders.decoder(for: codec)
        let size = encoder.format.samplesPerFrame
        var frames: [[UInt8]] = []
        let keep = { (frame: Span<UInt8>) in frames.append(frame.indices.map { frame[$0] }) }
        let padded = samples + [Float](repeating: 0, count: encoder.format.algorithmicDelay + size)
        for start in stride(from: 0, through: padded.count - size, by: size) {
            let block = Array(padded[start..<(start + size)])
            try encoder.encode(block.span, frame: keep)
        }
        try encoder.finish(frame: keep)
        var output: [Float] = []
        for frame in frames {
            var block = [Float](repeating: 0, count: size)
            var span = block.mutableSpan
            try decoder.decode(frame.span, into: &span)
            output += block
        }
        return output
    }
}

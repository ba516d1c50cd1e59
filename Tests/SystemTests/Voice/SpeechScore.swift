import Foundation
import PTTMedia
import PTTVoice
import PTTWire

/// PESQ-WB by the tool beside this folder, run in the package's `.venv`.
enum SpeechScore {
    private struct Line: Decodable {
        var score: Double?

        enum CodingKeys: String, CodingKey {
            case score = "pesq_wb"
        }
    }

    /// - Returns: the score of each pair, in order; recordings are aligned first.
    static func pesq(_ pairs: [(reference: URL, degraded: URL)]) throws -> [Double] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let process = Process()
        process.executableURL = root.appending(path: ".venv/bin/python")
        guard FileManager.default.isExecutableFile(atPath: root.appending(path: ".venv/bin/python").path) else {
            throw ToolFailure(message: "no .venv at the package root: run Scripts/bootstrap")
        }
        process.arguments =
            [root.appending(path: "Tests/SystemTests/Score/score.py").path, "--align"]
            + pairs.flatMap { [$0.reference.path, $0.degraded.path] }
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let scores = try text.split(separator: "\n").compactMap {
            try JSONDecoder().decode(Line.self, from: Data($0.utf8)).score
        }
        guard process.terminationStatus == 0, scores.count == pairs.count else {
            throw ToolFailure(message: "score.py failed: \(text)")
        }
        return scores
    }
}

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

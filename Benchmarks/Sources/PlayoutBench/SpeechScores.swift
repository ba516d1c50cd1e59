import BenchSupport
import Foundation
import PTTMedia

/// Recordings on disk, and what the repository's scorer says of them.
struct SpeechScores {
    struct Score: Decodable {
        var pesq: Double
        /// Samples by which the heard sound comes later than the spoken one.
        var lag: Int

        enum CodingKeys: String, CodingKey {
            case pesq = "pesq_wb"
            case lag = "lag_samples"
        }
    }

    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "playout-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func remove() throws {
        try FileManager.default.removeItem(at: folder)
    }

    func save(_ samples: [Float], as name: String) throws -> URL {
        let url = folder.appending(path: name + ".wav")
        let file = try WAVWriter(path: url.path)
        try file.append(samples.span)
        try file.finish()
        return url
    }

    /// PESQ-WB and lag of each pair.
    func score(_ pairs: [(spoken: URL, heard: URL)]) throws -> [Score] {
        let script = BenchPlaces.package.appending(path: "Tests/SystemTests/Score/score.py")
        let text = try output(
            of: BenchPlaces.python, [script.path, "--align"] + pairs.flatMap { [$0.spoken.path, $0.heard.path] })
        // The last line sums the others up.
        let lines = text.split(separator: "\n").dropLast()
        guard lines.count == pairs.count else {
            throw ChildFailure(description: "score.py printed \(lines.count) scores for \(pairs.count) pairs")
        }
        return try lines.map { try JSONDecoder().decode(Score.self, from: Data($0.utf8)) }
    }
}

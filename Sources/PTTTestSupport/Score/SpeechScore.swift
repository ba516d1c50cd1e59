import Foundation

/// PESQ-WB (ITU-T P.862.2) by Tests/SystemTests/Score/score.py, run in the package's `.venv`.
public enum SpeechScore {
    private struct Line: Decodable {
        var score: Double?

        enum CodingKeys: String, CodingKey {
            case score = "pesq_wb"
        }
    }

    /// - Parameters:
    ///   - pairs: sound files, 16 kHz mono.
    ///   - aligning: whether the recordings are aligned first.
    /// - Returns: the score of each pair, in order.
    public static func pesq(_ pairs: [(reference: String, degraded: String)], aligning: Bool) throws -> [Double] {
        let text = try ScoreProgram.output(
            of: "score.py", (aligning ? ["--align"] : []) + pairs.flatMap { [$0.reference, $0.degraded] })
        let scores = try text.split(separator: "\n").compactMap {
            try JSONDecoder().decode(Line.self, from: Data($0.utf8)).score
        }
        guard scores.count == pairs.count else {
            throw ChildProcess.Failed(description: "score.py printed \(scores.count) scores of \(pairs.count): \(text)")
        }
        return scores
    }
}

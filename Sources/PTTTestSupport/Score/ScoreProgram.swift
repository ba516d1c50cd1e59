import Foundation

/// The programs of Tests/SystemTests/Score, run in the package's `.venv`.
enum ScoreProgram {
    static func output(of name: String, _ arguments: [String]) throws -> String {
        let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
        return try ChildProcess.output(
            of: [
                root.appending(path: ".venv/bin/python").path,
                root.appending(path: "Tests/SystemTests/Score/\(name)").path,
            ] + arguments)
    }
}

import Foundation
import PTTMELP

/// Trains the code tables and writes them as a file, as Swift source and with a notice of the voices behind them.
@main
struct Main {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 5 else {
            FileHandle.standardError.write(Data("usage: melp-train RECORDINGS COPIES FOLDER SOURCE.swift\n".utf8))
            exit(64)
        }
        let corpus = try Corpus(recordings: URL(filePath: arguments[1]), copies: URL(filePath: arguments[2]))
        let folder = URL(filePath: arguments[3])
        let tables = try train(on: corpus)
        let file = tables.encoded()
        try Data(file).write(to: folder.appending(path: "melp1200.tables"))
        try GeneratedSource.text(of: file, sources: corpus.clips.count, seed: tables.seed)
            .write(to: URL(filePath: arguments[4]), atomically: true, encoding: .utf8)
        let checksum = file.suffix(4).reversed().reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        try Notice.text(checksum: checksum, seed: tables.seed, clips: corpus.clips.count)
            .write(to: folder.appending(path: "NOTICE"), atomically: true, encoding: .utf8)
    }

    private static func train(on corpus: Corpus) throws -> CodeTables {
        let start = Date()
        let log = { (text: String) in
            let seconds = String(format: "%7.1f s  ", Date().timeIntervalSince(start))
            FileHandle.standardError.write(Data((seconds + text + "\n").utf8))
        }
        let options = Training.Options()
        let set = TrainingSet(corpus.clips, seed: options.seed)
        log("\(corpus.clips.count) recordings, \(set.sequences.reduce(0) { $0 + $1.superframes.count }) superframes")
        var training = Training(options: options, log: log)
        return try training.run(on: set)
    }
}

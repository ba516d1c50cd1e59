public import Foundation

/// One family of benches: prints each figure as it comes and remembers which missed its limit.
///
/// ```swift
/// var run = BenchRun()
/// run.report(BenchLine("noise_decrypt", rate, unit: "packets/s", limit: .atLeast(300_000)))
/// run.finish()
/// ```
public struct BenchRun {
    /// Asked by `--fast`: less work for each figure, for continuous integration. Limits stay.
    public let isFast: Bool
    /// The names given on the command line; with none, everything runs.
    private let wanted: [String]
    private var missed: [BenchLine] = []

    public init(arguments: [String] = CommandLine.arguments) {
        isFast = arguments.contains("--fast")
        wanted = arguments.dropFirst().filter { !$0.hasPrefix("-") }
    }

    public func wants(_ bench: String) -> Bool {
        wanted.isEmpty || wanted.contains { bench.hasPrefix($0) }
    }

    public mutating func report(_ line: BenchLine) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
        if !line.passed { missed.append(line) }
    }

    /// Ends the process: 0 when every limit was held, else 1 after naming each that was missed.
    public func finish() -> Never {
        for line in missed {
            let limit = line.limit?.description ?? "a number"
            let text = "bench: \(line.bench) is \(line.value.compact) \(line.unit), must be \(limit)\n"
            FileHandle.standardError.write(Data(text.utf8))
        }
        exit(missed.isEmpty ? 0 : 1)
    }
}

/// Where the benches find what they measure with.
public enum BenchPlaces {
    /// The root of swift-ptt.
    public static var package: URL {
        (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    }

    /// The interpreter with the packages that Scripts/bootstrap installed.
    public static var python: URL { package.appending(path: ".venv/bin/python") }

    /// A program of Benchmarks/Peers.
    public static func peer(_ name: String) -> URL { package.appending(path: "Benchmarks/Peers/\(name)") }
}

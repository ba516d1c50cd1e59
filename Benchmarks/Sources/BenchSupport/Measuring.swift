public import Foundation

/// How often `work` can be done in a second of one core: the best of several trials.
///
/// Counted in processor time of this process, so that other processes take little from the figure.
///
/// - Parameters:
///   - units: what one call of `work` counts for.
///   - seconds: how long each trial lasts at least.
public func ratePerSecond(
    units: Int, seconds: Double = 0.4, trials: Int = 5, _ work: () throws -> Void
) rethrows -> Double {
    try work()
    var best = 0.0
    for _ in 0..<trials {
        var calls = 0
        let start = processorSeconds()
        var elapsed = 0.0
        repeat {
            try work()
            calls += 1
            elapsed = processorSeconds() - start
        } while elapsed < seconds
        best = max(best, Double(calls * units) / elapsed)
    }
    return best
}

private func processorSeconds() -> Double {
    var time = timespec()
    let status = clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    precondition(status == 0, "no processor clock")
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The value below which `share` (0…1) of the samples lie, between neighbours linearly; NaN without samples.
public func percentile(_ share: Double, of samples: [Double]) -> Double {
    guard !samples.isEmpty else { return .nan }
    let sorted = samples.sorted()
    let position = share * Double(sorted.count - 1)
    let lower = Int(position.rounded(.down))
    let upper = min(lower + 1, sorted.count - 1)
    return sorted[lower] + (sorted[upper] - sorted[lower]) * (position - Double(lower))
}

/// What a child process could not do.
public struct ChildFailure: Error, CustomStringConvertible {
    public var description: String

    public init(description: String) {
        self.description = description
    }
}

/// Runs a program to its end and returns what it printed.
public func output(of program: URL, _ arguments: [String]) throws -> String {
    let child = Process()
    let pipe = Pipe()
    child.executableURL = program
    child.arguments = arguments
    child.standardOutput = pipe
    do {
        try child.run()
    } catch {
        throw ChildFailure(description: "\(program.path): \(error); has Scripts/bootstrap run?")
    }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    child.waitUntilExit()
    guard child.terminationStatus == 0 else {
        throw ChildFailure(description: "\(program.path) \(arguments) ended with status \(child.terminationStatus)")
    }
    return String(decoding: data, as: UTF8.self)
}

/// Runs a program of Benchmarks/Peers that prints one number.
public func peerFigure(_ name: String, script: String, _ arguments: [String] = []) throws -> BenchLine.Peer {
    let text = try output(of: BenchPlaces.python, [BenchPlaces.peer(script).path] + arguments)
    guard let value = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
        throw ChildFailure(description: "\(script) printed no number: \(text)")
    }
    return BenchLine.Peer(name: name, value: value)
}

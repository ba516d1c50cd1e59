import Foundation
import PTTKit
import PTTTestSupport
import Synchronization

/// A running `ptt`, in a home of its own.
final class Tool: Sendable {
    let events: AsyncStream<NodeEvent>
    private let identifier: pid_t
    private let errors: URL
    private let status: AsyncStream<Int32>

    /// The built tool, beside the test bundle.
    static var executable: URL {
        var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        // The bundle itself is the executable when SwiftPM runs it through its helper.
        if let index = CommandLine.arguments.firstIndex(of: "--test-bundle-path"),
            index + 1 < CommandLine.arguments.count
        {
            folder = URL(filePath: CommandLine.arguments[index + 1]).deletingLastPathComponent()
        }
        return folder.appending(path: "ptt")
    }

    /// - Parameters:
    ///   - home: where the profile keeps everything.
    ///   - prefix: words before the tool, such as `ip netns exec …`.
    init(_ arguments: [String], home: URL, prefix: [String] = [], environment: [String: String] = [:]) throws {
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        errors = home.appending(path: "errors-\(UUID().uuidString)")
        try Data().write(to: errors)
        let output = Pipe()
        let complaints = try FileHandle(forWritingTo: errors)
        let process = try ChildProcess(
            prefix + [Self.executable.path] + arguments,
            environment: ProcessInfo.processInfo.environment.merging(Self.directories(home)) { $1 }
                .merging(environment) { $1 },
            output: output.fileHandleForWriting.fileDescriptor,
            errors: complaints.fileDescriptor)
        try complaints.close()
        try output.fileHandleForWriting.close()
        identifier = process.identifier
        (events, status) = Self.follow(process, output.fileHandleForReading)
    }

    static func directories(_ home: URL) -> [String: String] {
        [
            "HOME": home.path, "XDG_CONFIG_HOME": home.path + "/config", "XDG_DATA_HOME": home.path + "/data",
            "XDG_RUNTIME_DIR": home.path + "/run",
        ]
    }

    /// Waits for the first event that `match` answers, at most `seconds`.
    func first<Answer: Sendable>(
        within seconds: Double, _ match: @escaping @Sendable (NodeEvent) -> Answer?
    ) async throws -> Answer {
        try await limited(seconds) { [events] in
            for await event in events { if let answer = match(event) { return answer } }
            throw ToolFailure(message: "the tool ended first; it said: \(self.errorText())")
        }
    }

    /// Waits for the end; everything that the tool still tells on the way.
    func finish(within seconds: Double) async throws -> (status: Int32, events: [NodeEvent]) {
        try await limited(seconds) { [events, status] in
            var rest: [NodeEvent] = []
            for await event in events { rest.append(event) }
            for await code in status { return (code, rest) }
            throw CancellationError()
        }
    }

    func signal(_ signal: Int32) {
        kill(identifier, signal)
    }

    func errorText() -> String {
        (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
    }

    private func limited<Answer: Sendable>(
        _ seconds: Double, _ work: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        try await withThrowingTaskGroup(of: Answer.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await Task.sleep(for: .seconds(seconds))
                throw ToolFailure(message: "nothing came within \(seconds) s; the tool said: \(self.errorText())")
            }
            defer { group.cancelAll() }
            guard let answer = try await group.next() else { throw CancellationError() }
            return answer
        }
    }

    /// Reads lines to the end of the output, then waits for the end of the process, on a thread of their own.
    private static func follow(
        _ process: sending ChildProcess, _ handle: FileHandle
    ) -> (AsyncStream<NodeEvent>, AsyncStream<Int32>) {
        let (events, event) = AsyncStream<NodeEvent>.makeStream()
        let (status, ended) = AsyncStream<Int32>.makeStream()
        let owner = ProcessOwner(process)
        Thread {
            var buffer = Data()
            while case let chunk = handle.availableData, !chunk.isEmpty {
                buffer.append(chunk)
                while let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                    let line = String(decoding: buffer[..<end], as: UTF8.self)
                    buffer = Data(buffer[(end + 1)...])
                    if let told = try? ControlCoding.value(NodeEvent.self, from: line) { event.yield(told) }
                }
            }
            event.finish()
            ended.yield(owner.wait())
            ended.finish()
        }.start()
        return (events, status)
    }

    deinit {
        // Nobody reads it any more; its thread collects it.
        kill(identifier, SIGKILL)
    }
}

/// Hands a process to the thread that waits for it.
private final class ProcessOwner: Sendable {
    private let process: Mutex<ChildProcess>

    init(_ process: sending ChildProcess) {
        self.process = Mutex(process)
    }

    func wait() -> Int32 {
        process.withLock { $0.wait() }
    }
}

struct ToolFailure: Error, CustomStringConvertible {
    var message: String
    var description: String { message }
}

import Foundation
import PTTKit
import Synchronization

/// A running `ptt`, in a home of its own.
final class Tool: Sendable {
    let events: AsyncStream<NodeEvent>
    private let process: Mutex<Process>
    private let errors: Pipe
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
        let process = Process()
        let words = prefix + [Self.executable.path] + arguments
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.environment = ProcessInfo.processInfo.environment.merging(Self.directories(home)) { $1 }
            .merging(environment) { $1 }
        let output = Pipe()
        errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        let (status, exited) = AsyncStream<Int32>.makeStream()
        self.status = status
        process.terminationHandler = { ended in
            exited.yield(ended.terminationStatus)
            exited.finish()
        }
        try process.run()
        self.process = Mutex(process)
        events = Self.lines(of: output.fileHandleForReading)
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
        kill(process.withLock { $0.processIdentifier }, signal)
    }

    func errorText() -> String {
        process.withLock { if $0.isRunning { $0.terminate() } }
        return String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
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

    private static func lines(of handle: FileHandle) -> AsyncStream<NodeEvent> {
        AsyncStream { continuation in
            let thread = Thread {
                var buffer = Data()
                while true {
                    let chunk = handle.availableData
                    if chunk.isEmpty { break }
                    buffer.append(chunk)
                    while let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                        let line = String(decoding: buffer[..<end], as: UTF8.self)
                        buffer = Data(buffer[(end + 1)...])
                        if let event = try? ControlCoding.value(NodeEvent.self, from: line) {
                            continuation.yield(event)
                        }
                    }
                }
                continuation.finish()
            }
            thread.start()
        }
    }

    deinit {
        process.withLock { if $0.isRunning { kill($0.processIdentifier, SIGKILL) } }
    }
}

struct ToolFailure: Error, CustomStringConvertible {
    var message: String
    var description: String { message }
}

/// A folder that goes away with its last user.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "ptt-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func callAsFunction(_ path: String) -> URL {
        url.appending(path: path)
    }
}

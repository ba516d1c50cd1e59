import Foundation
import PTTLink
import Synchronization

/// Answers control clients of a running device: one request a connection.
public final class ControlServer: Sendable {
    private let listener: UnixListener
    private let runner: CommandRunner

    public init(device: Device, directories: Directories) {
        listener = UnixListener(path: directories.controlSocket.path)
        runner = CommandRunner(device: device)
    }

    /// Serves until the task is cancelled.
    ///
    /// - Throws: ``DeviceError`` `.busy` when another node has the socket.
    public func run() async throws {
        let (connections, continuation) = AsyncStream<LineConnection>.makeStream(bufferingPolicy: .bufferingOldest(64))
        do {
            try listener.start { connection in
                if case .dropped = continuation.yield(connection) { connection.close() }
            }
        } catch {
            throw DeviceError(error.code == .addressInUse ? .busy : .storage, error.message)
        }
        defer { listener.stop() }
        await withDiscardingTaskGroup { group in
            for await connection in connections {
                group.addTask { await self.serve(connection) }
            }
        }
    }

    private func serve(_ connection: LineConnection) async {
        defer { connection.close() }
        do {
            var lines = connection.lines.makeAsyncIterator()
            guard let first = try await lines.next() else { return }
            let request = try ControlCoding.value(NodeRequest.self, from: first)
            let controls = controls(of: connection)
            defer { controls.reader.cancel() }
            await runner.run(request, controls: controls.stream) { event in Self.send(event, to: connection) }
        } catch {
            Self.send(
                .done(Done(exitCode: ExitCode.malformed.rawValue, error: "Not a request: \(error)")), to: connection)
        }
    }

    private func controls(
        of connection: LineConnection
    ) -> (stream: AsyncStream<NodeControl>, reader: Task<Void, Never>) {
        let (stream, continuation) = AsyncStream<NodeControl>.makeStream(bufferingPolicy: .bufferingNewest(64))
        let reader = Task {
            defer { continuation.finish() }
            do {
                for try await line in connection.lines {
                    continuation.yield(try ControlCoding.value(ControlLine.self, from: line).control)
                }
            } catch {
                Self.send(.warning(Warning(kind: "control", message: "Not a control: \(error)")), to: connection)
            }
        }
        return (stream, reader)
    }

    // Inlined into an asynchronous caller, its catch makes the optimizer of Swift 6.3 crash.
    @inline(never)
    private static func send(_ event: NodeEvent, to connection: LineConnection) {
        do {
            try connection.send(try ControlCoding.line(event))
        } catch {
            // The client is gone or does not read: its request ends with its connection.
            connection.close()
        }
    }
}

/// A connection to a node that runs in another process.
public final class ControlClient: Sendable {
    private let connection: LineConnection

    /// - Returns: nil when no node answers on the socket.
    public init?(directories: Directories) {
        guard let connection = try? LineConnection(path: directories.controlSocket.path) else { return nil }
        self.connection = connection
    }

    /// Sends a request and passes on its answer; returns how it ended.
    public func run(
        _ request: NodeRequest, controls: AsyncStream<NodeControl>, emit: @escaping @Sendable (NodeEvent) -> Void
    ) async throws -> ExitCode {
        defer { connection.close() }
        try connection.send(try ControlCoding.line(request))
        let sender = Task { [connection] in
            for await control in controls {
                // Where the connection is gone, its lines end too, and with them the command.
                try? connection.send(try ControlCoding.line(ControlLine(control: control)))
            }
        }
        defer { sender.cancel() }
        for try await line in connection.lines {
            let event = try ControlCoding.value(NodeEvent.self, from: line)
            emit(event)
            if case .done(let done) = event { return ExitCode(rawValue: done.exitCode) ?? .failure }
        }
        throw DeviceError(.unavailable, "The node went away before the command was done.")
    }
}

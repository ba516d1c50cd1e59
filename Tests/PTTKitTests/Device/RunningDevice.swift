import Foundation
import PTTLink
import PTTTestSupport
import PTTWire
import Testing

@testable import PTTKit

/// A device that runs on the loopback interface for as long as the value lives.
final class RunningDevice: Sendable {
    let device: Device
    let port: Int
    let folder: TemporaryFolder
    private let task: Task<Void, any Error>

    init(_ nickname: String, peers: [Int] = [], codecs: Set<VoiceCodec> = [.opus]) async throws {
        folder = try TemporaryFolder()
        var udp = UDPConfiguration()
        udp.bindAddress = "127.0.0.1"
        udp.discovery = nil
        udp.peers = peers.map { "127.0.0.1:\($0)" }
        let device = try Device(
            configuration: DeviceConfiguration(
                directories: Directories(root: folder.url), nickname: nickname, udp: udp, codecs: codecs))
        self.device = device
        let events = device.events()
        task = Task { try await device.run() }
        let started = await events.first { if case .nodeStarted = $0 { true } else { false } }
        guard case .nodeStarted(let node) = started else { throw DeviceError(.link, "did not start") }
        port = node.port
    }

    deinit {
        task.cancel()
    }

    /// Runs a request to its end.
    func run(_ request: NodeRequest) async -> (code: ExitCode, events: [NodeEvent]) {
        let (stream, continuation) = AsyncStream<NodeEvent>.makeStream()
        let code = await CommandRunner(device: device).run(request, controls: AsyncStream { _ in }) {
            continuation.yield($0)
        }
        continuation.finish()
        var events: [NodeEvent] = []
        for await event in stream { events.append(event) }
        return (code, events)
    }

    /// Waits for events until `match` has answered `count` times.
    static func collect<Answer: Sendable>(
        _ count: Int, from events: AsyncStream<NodeEvent>, _ match: @escaping @Sendable (NodeEvent) -> Answer?
    ) async -> [Answer] {
        var answers: [Answer] = []
        for await event in events {
            if let answer = match(event) { answers.append(answer) }
            if answers.count == count { break }
        }
        return answers
    }
}

extension NodeEvent {
    var finishedBurst: BurstFinished? {
        if case .burstFinished(let burst) = self { burst } else { nil }
    }
}

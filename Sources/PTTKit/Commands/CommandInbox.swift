import Synchronization

/// All that a running command can be woken by, in one order: the device's events, the client's controls, and time.
final class CommandInbox {
    enum Input: Sendable {
        case event(NodeEvent)
        case control(NodeControl)
        case deadline(Int)
    }

    private let continuation: AsyncStream<Input>.Continuation
    private var iterator: AsyncStream<Input>.AsyncIterator
    private var feeders: [Task<Void, Never>] = []
    private var deadlines = 0
    /// The client has said stop.
    private(set) var isStopped = false

    init(events: AsyncStream<NodeEvent>, controls: AsyncStream<NodeControl>) {
        let (stream, continuation) = AsyncStream<Input>.makeStream(bufferingPolicy: .bufferingNewest(4096))
        self.continuation = continuation
        iterator = stream.makeAsyncIterator()
        feeders.append(Task { for await event in events { continuation.yield(.event(event)) } })
        feeders.append(
            Task {
                for await control in controls { continuation.yield(.control(control)) }
                // The client is gone: nobody is left to say stop.
                if !Task.isCancelled { continuation.yield(.control(.stop)) }
            })
    }

    deinit {
        for feeder in feeders { feeder.cancel() }
        continuation.finish()
    }

    /// The next input, or nil when the command's task was cancelled.
    func next() async -> Input? {
        let input = await iterator.next(isolation: #isolation)
        if case .control(.stop) = input { isStopped = true }
        return input
    }

    /// Arranges for `.deadline` with the returned number after `seconds`.
    func setDeadline(seconds: Double) -> Int {
        deadlines += 1
        let number = deadlines
        feeders.append(
            Task { [continuation] in
                guard (try? await Task.sleep(for: .seconds(seconds))) != nil else { return }
                continuation.yield(.deadline(number))
            })
        return number
    }

    /// Waits until `match` answers, the client says stop or cancel, or `seconds` pass.
    ///
    /// - Returns: nil after `seconds`.
    /// - Throws: `CancellationError` on stop or cancel.
    func wait<Answer>(seconds: Double, until match: (NodeEvent) -> Answer?) async throws -> Answer? {
        let deadline = setDeadline(seconds: seconds)
        while let input = await next() {
            switch input {
            case .event(let event):
                if let answer = match(event) { return answer }
            case .control(.stop), .control(.cancel):
                throw CancellationError()
            case .control(.press), .control(.release):
                continue
            case .deadline(let number):
                if number == deadline { return nil }
            }
        }
        throw CancellationError()
    }
}

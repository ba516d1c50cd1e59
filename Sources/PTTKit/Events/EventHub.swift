import Synchronization

/// Hands every event to every subscriber; a subscriber that does not keep up loses its oldest events and nobody waits.
final class EventHub<Event: Sendable>: Sendable {
    private struct State {
        var next = 0
        var subscribers: [Int: AsyncStream<Event>.Continuation] = [:]
        var isFinished = false
    }

    /// Events kept for one subscriber: about a minute of the busiest stream, levels at 20 a second.
    private static var bufferedEvents: Int { 1024 }

    private let state = Mutex(State())

    func subscribe() -> AsyncStream<Event> {
        AsyncStream(bufferingPolicy: .bufferingNewest(Self.bufferedEvents)) { continuation in
            let key: Int? = state.withLock { state in
                guard !state.isFinished else { return nil }
                state.next += 1
                state.subscribers[state.next] = continuation
                return state.next
            }
            guard let key else { return continuation.finish() }
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { _ = $0.subscribers.removeValue(forKey: key) }
            }
        }
    }

    func send(_ event: Event) {
        for subscriber in state.withLock({ Array($0.subscribers.values) }) { subscriber.yield(event) }
    }

    func finish() {
        let subscribers = state.withLock { state in
            state.isFinished = true
            return Array(state.subscribers.values)
        }
        for subscriber in subscribers { subscriber.finish() }
    }
}

public import PTTLink
import Synchronization

/// Remembers what a link told, and lets a test wait for it.
public final class LinkRecorder: Sendable {
    public struct Log: Sendable {
        public var up: [Endpoint] = []
        public var down: [Endpoint] = []
        public var received: [(datagram: [UInt8], source: Endpoint)] = []
        public var faults: [LinkError] = []
        public var traits: [Endpoint: LinkTraits] = [:]

        public var datagrams: [[UInt8]] { received.map(\.datagram) }
        public func sources(of datagram: [UInt8]) -> [Endpoint] {
            received.filter { $0.datagram == datagram }.map(\.source)
        }
    }

    private struct State: Sendable {
        var log = Log()
        var waiters: [Int: AsyncStream<Void>.Continuation] = [:]
        var nextWaiter = 0
    }

    private let state = Mutex(State())

    public init() {
    }

    public var log: Log { state.withLock(\.log) }

    public func record(_ event: LinkEvent) {
        let waiters = state.withLock { state in
            switch event {
            case .up(let endpoint, let traits):
                state.log.up.append(endpoint)
                state.log.traits[endpoint] = traits
            case .down(let endpoint): state.log.down.append(endpoint)
            case .received(let datagram, let source): state.log.received.append((datagram, source))
            case .fault(let error): state.log.faults.append(error)
            }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.yield() }
    }

    /// Returns true once the log is as wanted, false when that does not come about within `limit`.
    public func wait(
        upTo limit: Duration = .seconds(120), until isFulfilled: @escaping @Sendable (Log) -> Bool
    ) async -> Bool {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let waiter = state.withLock { state in
            defer { state.nextWaiter += 1 }
            state.waiters[state.nextWaiter] = continuation
            return state.nextWaiter
        }
        defer { state.withLock { $0.waiters[waiter] = nil } }
        let expiry = Task {
            try await Task.sleep(for: limit)
            continuation.finish()
        }
        defer { expiry.cancel() }
        if isFulfilled(log) { return true }
        for await _ in changes where isFulfilled(log) { return true }
        return isFulfilled(log)
    }
}

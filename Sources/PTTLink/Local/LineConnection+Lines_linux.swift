#if os(Linux)
import Synchronization

extension LineConnection {
    /// The lines of a connection's peer; ends with the connection, and throws where the peer broke the rules.
    public struct Lines: AsyncSequence, Sendable {
        public typealias Element = String
        public typealias Failure = LinkError

        fileprivate let connection: LineConnection

        init(connection: LineConnection) {
            self.connection = connection
        }

        public func makeAsyncIterator() -> Iterator { Iterator(connection: connection) }

        public struct Iterator: AsyncIteratorProtocol {
            fileprivate let connection: LineConnection

            public func next(isolation actor: isolated (any Actor)?) async throws(LinkError) -> String? {
                try await connection.nextLine(isolation: actor)
            }
        }
    }

    private enum Next {
        case line(String, madeRoom: Bool)
        case ended(LinkError?)
        case later
    }

    /// Takes the next line; nil when the connection has ended or the task is cancelled.
    private func nextLine(isolation actor: isolated (any Actor)?) async throws(LinkError) -> String? {
        while true {
            switch takeLine() {
            case .line(let line, let madeRoom):
                if madeRoom { askForInterest() }
                return line
            case .ended(let failure):
                if let failure { throw failure }
                return nil
            case .later:
                guard !Task.isCancelled else { return nil }
                try await waitForLine(isolation: actor)
            }
        }
    }

    private func takeLine() -> Next {
        state.withLock { state in
            guard state.pending.isEmpty else {
                let wasFull = !state.hasRoom
                let line = state.pending.removeFirst()
                return .line(line, madeRoom: wasFull && state.hasRoom)
            }
            return state.hasInputEnded || state.socket == nil ? .ended(state.failure) : .later
        }
    }

    private func waitForLine(isolation actor: isolated (any Actor)?) async throws(LinkError) {
        let isSecond = Mutex(false)
        await withTaskCancellationHandler {
            await withCheckedContinuation(isolation: actor) { continuation in
                let mayGoOn = state.withLock { state in
                    if !state.pending.isEmpty || state.hasInputEnded || state.socket == nil || Task.isCancelled {
                        return true
                    }
                    guard state.reader == nil else {
                        isSecond.withLock { $0 = true }
                        return true
                    }
                    state.reader = continuation
                    return false
                }
                if mayGoOn { continuation.resume() }
            }
        } onCancel: {
            let reader = state.withLock { state in
                defer { state.reader = nil }
                return state.reader
            }
            reader?.resume()
        }
        if isSecond.withLock(\.self) { throw LinkError(.system, "the lines of a connection are for one reader") }
    }
}
#endif

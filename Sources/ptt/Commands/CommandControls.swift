@preconcurrency import Dispatch
import Foundation
import PTTKit

/// What steers a running command from outside: interrupts, and the keys of a terminal.
final class CommandControls: Sendable {
    let stream: AsyncStream<NodeControl>
    private let continuation: AsyncStream<NodeControl>.Continuation
    private let sources: [any DispatchSourceSignal]

    init() {
        let (stream, continuation) = AsyncStream<NodeControl>.makeStream(bufferingPolicy: .bufferingNewest(64))
        self.stream = stream
        self.continuation = continuation
        sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield(.stop) }
            #if !os(Linux)
            // Linux's Dispatch takes the signal itself; one ignored before it does would be lost.
            signal(number, SIG_IGN)
            #endif
            source.resume()
            return source
        }
    }

    func send(_ control: NodeControl) {
        continuation.yield(control)
    }

    func finish() {
        for source in sources { source.cancel() }
        continuation.finish()
    }
}

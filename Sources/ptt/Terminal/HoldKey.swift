import Foundation
import Synchronization

/// The space bar of a terminal as the key of a walkie-talkie.
///
///     guard let key = HoldKey() else { … no terminal … }
///     for await event in key.events { … }
///     key.stop()
///
/// Space talks while it is held, Escape throws away what is being said, q and Ctrl-C leave. A terminal that speaks the
/// kitty keyboard protocol tells when the key comes up; of others the auto-repeat tells.
final class HoldKey: Sendable {
    /// What the user does; ends after ``HoldGesture/Event/quit``, ``stop()``, or when the terminal goes away.
    let events: AsyncStream<HoldGesture.Event>

    private let continuation: AsyncStream<HoldGesture.Event>.Continuation
    private let waker: Pipe
    private let ended = DispatchSemaphore(value: 0)
    private let isStopped = Atomic(false)

    /// - Parameters:
    ///   - output: where control sequences go; nothing is sent where it is no terminal or cannot do any (`TERM=dumb`).
    ///   - signals: those before whose default action the terminal is put back.
    /// - Returns: nil where `input` is no terminal.
    init?(
        input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO, style: HoldGesture.Style = .hold,
        timing: HoldGesture.Timing = HoldGesture.Timing(), signals: [Int32] = RawTerminal.endingSignals,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        guard let terminal = RawTerminal(input: input, output: output, signals: signals) else { return nil }
        (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(64))
        waker = Pipe()
        let canAsk = isatty(output) == 1 && environment["TERM"] != "dumb"
        let gesture = HoldGesture(style: style, timing: timing)
        let wake = waker.fileHandleForReading.fileDescriptor
        let thread = Thread { [continuation, ended] in
            var reader = HoldKeyReader(terminal: terminal, gesture: gesture, canAsk: canAsk)
            reader.run(wake: wake) { continuation.yield($0) }
            terminal.restore()
            continuation.finish()
            ended.signal()
        }
        thread.name = "ptt-keys"
        thread.start()
    }

    deinit {
        stop()
    }

    /// Puts the terminal back; when it returns, no further event is made.
    func stop() {
        guard !isStopped.exchange(true, ordering: .sequentiallyConsistent) else { return }
        waker.fileHandleForWriting.closeFile()
        ended.wait()
    }
}

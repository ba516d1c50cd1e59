import Foundation

/// Reads a raw terminal on a thread of its own and tells what is done with the talk key.
struct HoldKeyReader {
    /// CSI sequences of the kitty keyboard protocol and of xterm's focus reports.
    private enum Sequence {
        /// Which enhancements are on? And, since every terminal answers that: what are you?
        static let ask = "\u{1B}[?u\u{1B}[c"
        /// Tell keys apart, report strokes, and do so for every key.
        static let enhance = "\u{1B}[>11u"
        static let endEnhancing = "\u{1B}[<u"
        static let reportFocus = "\u{1B}[?1004h"
        static let endReportingFocus = "\u{1B}[?1004l"
    }

    let terminal: RawTerminal
    private var decoder = KeyDecoder()
    private var gesture: HoldGesture
    private let canAsk: Bool
    private var isEnhanced = false
    private var undecidedUntil: ContinuousClock.Instant?

    init(terminal: RawTerminal, gesture: HoldGesture, canAsk: Bool) {
        self.terminal = terminal
        self.gesture = gesture
        self.canAsk = canAsk
    }

    /// Runs until the user quits, `wake` is closed, or the terminal goes away.
    mutating func run(wake: Int32, _ tell: (HoldGesture.Event) -> Void) {
        if canAsk { terminal.send(Sequence.ask) }
        var buffer = [UInt8](repeating: 0, count: 1024)
        while true {
            var polled = [
                pollfd(fd: terminal.input, events: Int16(POLLIN), revents: 0),
                pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
            ]
            let count = poll(&polled, 2, timeout(now: .now))
            if count < 0, errno != EINTR { return }
            if polled[1].revents != 0 { return }
            var inputs: [TerminalInput] = []
            if polled[0].revents != 0 {
                let length = read(terminal.input, &buffer, buffer.count)
                if length <= 0, errno != EINTR || length == 0 { return hangUp(tell) }
                inputs = decoder.take(buffer[..<max(0, length)])
            }
            guard handle(inputs, now: .now, tell) else { return }
        }
    }

    private func timeout(now: ContinuousClock.Instant) -> Int32 {
        guard let due = [gesture.deadline, undecidedUntil].compactMap(\.self).min() else { return -1 }
        let milliseconds = (now.duration(to: due) / .milliseconds(1)).rounded(.up)
        return Int32(min(max(milliseconds, 0), 60_000))
    }

    /// Returns false when the user has quit.
    private mutating func handle(
        _ inputs: [TerminalInput], now: ContinuousClock.Instant, _ tell: (HoldGesture.Event) -> Void
    ) -> Bool {
        var inputs = inputs
        if inputs.isEmpty, let undecidedUntil, now >= undecidedUntil { inputs = decoder.flush() }
        undecidedUntil = decoder.isUndecided ? undecidedUntil ?? now + KeyDecoder.patience : nil
        var events: [HoldGesture.Event] = []
        for input in inputs {
            enhance(on: input)
            events += gesture.take(input, now: now)
        }
        events += gesture.elapse(now: now)
        for event in events {
            tell(event)
            if event == .suspended { suspend() }
        }
        return !events.contains(.quit)
    }

    /// Turns stroke reports on once the terminal has said that it knows them, and asks whether that worked.
    private mutating func enhance(on input: TerminalInput) {
        guard case .enhancements = input, !isEnhanced else { return }
        isEnhanced = true
        terminal.send(
            Sequence.enhance + Sequence.reportFocus + Sequence.ask,
            undo: Sequence.endReportingFocus + Sequence.endEnhancing)
    }

    private mutating func suspend() {
        terminal.suspend()
        if isEnhanced { terminal.send(Sequence.enhance + Sequence.reportFocus) }
    }

    private mutating func hangUp(_ tell: (HoldGesture.Event) -> Void) {
        for event in gesture.take(.key(.control("c"), .press), now: .now) { tell(event) }
    }
}

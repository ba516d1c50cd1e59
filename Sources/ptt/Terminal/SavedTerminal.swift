import Foundation
import Synchronization

/// What a terminal was like, where a signal handler can reach it.
///
/// A handler may neither lock nor allocate, so everything lies in memory that is laid out before and never moved.
enum SavedTerminal {
    private static let room = 256
    private static let signalRoom = 65
    private static let phase = Atomic<Int>(0)
    private static let undoLength = Atomic<Int>(0)

    private struct Fields {
        var input: Int32 = -1
        var output: Int32 = -1
        var original = termios()
    }

    // Written only while `phase` says that nobody reads them.
    nonisolated(unsafe) private static let fields = UnsafeMutablePointer<Fields>.allocate(capacity: 1)
    nonisolated(unsafe) private static let undo = UnsafeMutablePointer<UInt8>.allocate(capacity: room)
    nonisolated(unsafe) private static let previous = UnsafeMutablePointer<sigaction>.allocate(capacity: signalRoom)

    private enum Phase {
        static let free = 0
        static let preparing = 1
        static let saved = 2
    }

    /// Runs ``putBack()`` at exit; evaluated once.
    private static let atExit: Void = {
        atexit { SavedTerminal.putBack() }
    }()

    /// Takes the place; false when it is taken.
    static func begin(_ input: Int32, _ output: Int32, _ original: termios) -> Bool {
        let (isOurs, _) = phase.compareExchange(
            expected: Phase.free, desired: Phase.preparing, ordering: .acquiringAndReleasing)
        guard isOurs else { return false }
        fields.initialize(to: Fields(input: input, output: output, original: original))
        undoLength.store(0, ordering: .releasing)
        phase.store(Phase.saved, ordering: .releasing)
        atExit
        return true
    }

    static func end() {
        phase.store(Phase.free, ordering: .releasing)
    }

    static func withOriginal(_ body: (termios) -> Void) {
        guard phase.load(ordering: .acquiring) == Phase.saved else { return }
        body(fields.pointee.original)
    }

    static func addUndo(_ text: String) {
        let length = undoLength.load(ordering: .acquiring)
        let bytes = Array(text.utf8)
        guard length + bytes.count <= room else { return }
        for (offset, byte) in bytes.enumerated() { undo[length + offset] = byte }
        undoLength.store(length + bytes.count, ordering: .releasing)
    }

    /// Puts the terminal back and stays ready to do so again. Safe in a signal handler.
    static func putBack() {
        guard phase.load(ordering: .acquiring) == Phase.saved else { return }
        let length = undoLength.load(ordering: .acquiring)
        if length > 0 { _ = Glibc.write(fields.pointee.output, undo, length) }
        // Keys that nobody has read are not meant for the shell. Neither call waits.
        tcflush(fields.pointee.input, TCIFLUSH)
        tcsetattr(fields.pointee.input, TCSANOW, &fields.pointee.original)
    }

    static func write(_ bytes: [UInt8], to output: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { return }
            rest = rest.dropFirst(max(0, count))
        }
    }

    private static let handler: @convention(c) (Int32) -> Void = { signal in
        let error = errno
        SavedTerminal.putBack()
        // Whoever was there before has it now; it is blocked until this handler returns.
        sigaction(signal, &SavedTerminal.previous[Int(signal)], nil)
        raise(signal)
        errno = error
    }

    /// Puts the terminal back before one of these signals does what it did before.
    static func watch(_ signals: [Int32]) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = handler
        for signal in signals {
            sigaction(signal, nil, &previous[Int(signal)])
            // What is ignored ends nobody.
            guard !leads(previous[Int(signal)], to: SIG_IGN) else { continue }
            sigaction(signal, &action, nil)
        }
    }

    static func unwatch(_ signals: [Int32]) {
        for signal in signals {
            var current = sigaction()
            sigaction(signal, nil, &current)
            // Somebody else may have taken it since.
            if leads(current, to: handler) { sigaction(signal, &previous[Int(signal)], nil) }
        }
    }

    private static func leads(_ action: sigaction, to handler: __sighandler_t?) -> Bool {
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(handler, to: Int.self)
    }
}

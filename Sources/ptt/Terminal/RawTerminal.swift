import Foundation
import Synchronization

/// A terminal that hands over every key at once and shows none, until it is put back as it was.
///
/// It is put back by ``restore()``, when the object goes away, when the process exits, and when a signal ends it.
/// There is one at a time.
final class RawTerminal: Sendable {
    /// Signals whose default is to end the process: those people send, and those of a crash.
    static let endingSignals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP]

    let input: Int32
    let output: Int32
    private let signals: [Int32]
    private let isRaw = Atomic(true)

    /// - Parameters:
    ///   - input: where keys come from; must be a terminal.
    ///   - output: where the terminal is told what to do.
    /// - Returns: nil where `input` is no terminal, or another terminal is raw already.
    init?(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO, signals: [Int32] = RawTerminal.endingSignals) {
        self.input = input
        self.output = output
        self.signals = signals
        var original = termios()
        guard tcgetattr(input, &original) == 0, SavedTerminal.begin(input, output, original) else {
            isRaw.store(false, ordering: .relaxed)
            return nil
        }
        SavedTerminal.watch(signals)
        enter(original)
    }

    deinit {
        restore()
    }

    private func enter(_ original: termios) {
        var raw = original
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
        raw.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR)
        withUnsafeMutableBytes(of: &raw.c_cc) { bytes in
            bytes[Int(VMIN)] = 1
            bytes[Int(VTIME)] = 0
        }
        // Output stays as it is: others print lines meanwhile.
        tcsetattr(input, TCSADRAIN, &raw)
    }

    /// Sends control sequences; `undo` is sent when the terminal is put back.
    func send(_ sequence: String, undo: String = "") {
        // First, so that a signal in between undoes what was not done rather than leaves what was.
        SavedTerminal.addUndo(undo)
        SavedTerminal.write(Array(sequence.utf8), to: output)
    }

    /// Puts the terminal back; further calls do nothing.
    func restore() {
        guard isRaw.exchange(false, ordering: .sequentiallyConsistent) else { return }
        SavedTerminal.unwatch(signals)
        SavedTerminal.putBack()
        SavedTerminal.end()
    }

    /// Gives the terminal back to the shell until the user brings us to the foreground.
    func suspend() {
        SavedTerminal.putBack()
        // To this thread, so that it stops here and not a moment later.
        raise(SIGTSTP)
        SavedTerminal.withOriginal { enter($0) }
    }
}

import Foundation
import Testing

/// A pseudo-terminal: the test is the terminal, the code under test has the other end.
final class Pty: Sendable {
    struct Failure: Error {}

    let terminal: Int32
    let program: Int32

    init(columns: UInt16 = 80) throws {
        var (terminal, program): (Int32, Int32) = (-1, -1)
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&terminal, &program, nil, nil, &size) == 0 else { throw Failure() }
        (self.terminal, self.program) = (terminal, program)
    }

    deinit {
        close(terminal)
        close(program)
    }

    func type(_ text: String) {
        _ = Array(text.utf8).withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
    }

    /// What the program wrote up to and with `end`.
    func shown(until end: String) throws -> String {
        var text = ""
        while !text.hasSuffix(end) {
            var polled = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
            try #require(poll(&polled, 1, 10_000) == 1, "only \(text.debugDescription) was shown")
            var byte: UInt8 = 0
            try #require(read(terminal, &byte, 1) == 1)
            text.unicodeScalars.append(UnicodeScalar(byte))
        }
        return text
    }

    struct Modes: Hashable {
        let input, output, control, local: UInt32
        let characters: [UInt8]
    }

    var modes: Modes {
        var settings = termios()
        tcgetattr(program, &settings)
        let characters = withUnsafeBytes(of: settings.c_cc) { Array($0) }
        return Modes(
            input: settings.c_iflag, output: settings.c_oflag, control: settings.c_cflag, local: settings.c_lflag,
            characters: characters)
    }
}

import Foundation

/// A pseudo-terminal: the test is the terminal, the code under test has the other end.
public final class Pty: Sendable {
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// What the test types into and reads from.
    public let terminal: Int32
    /// What the program takes for its terminal.
    public let program: Int32

    public init(columns: UInt16 = 80) throws {
        var (terminal, program): (Int32, Int32) = (-1, -1)
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&terminal, &program, nil, nil, &size) == 0 else {
            throw Failure(description: "no pseudo-terminal: \(String(cString: strerror(errno)))")
        }
        (self.terminal, self.program) = (terminal, program)
        // A program that is started must not hold the test's end open.
        _ = fcntl(terminal, F_SETFD, FD_CLOEXEC)
    }

    deinit {
        close(terminal)
        close(program)
    }

    public func type(_ text: String) {
        _ = Array(text.utf8).withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
    }

    /// What the program wrote up to and with `end`, which must come within `seconds`.
    public func shown(until end: String, within seconds: Int = 20) throws -> String {
        var text = ""
        while !text.hasSuffix(end) {
            var polled = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
            var byte: UInt8 = 0
            guard poll(&polled, 1, Int32(seconds * 1_000)) == 1, read(terminal, &byte, 1) == 1 else {
                throw Failure(description: "no \(end.debugDescription) after \(text.debugDescription)")
            }
            text.unicodeScalars.append(UnicodeScalar(byte))
        }
        return text
    }

    /// All settings of the terminal that a program can change.
    public struct Modes: Hashable, Sendable {
        public let input, output, control, local: UInt32
        public let characters: [UInt8]
    }

    public var modes: Modes {
        var settings = termios()
        tcgetattr(program, &settings)
        let characters = withUnsafeBytes(of: settings.c_cc) { Array($0) }
        return Modes(
            input: settings.c_iflag, output: settings.c_oflag, control: settings.c_cflag, local: settings.c_lflag,
            characters: characters)
    }
}

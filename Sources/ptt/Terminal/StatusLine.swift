import Foundation

/// One line at the bottom of the output that is written over and over; other lines go above it.
///
/// Where the output is no terminal it writes the other lines and nothing else.
struct StatusLine {
    private static let columnsWhenUnknown = 80

    let output: FileHandle
    let isTerminal: Bool
    let usesColor: Bool
    private var isShown = false

    /// - Parameter environment: `NO_COLOR` with any value turns colour off (no-color.org); `TERM=dumb` all of it.
    init(output: FileHandle = .standardOutput, environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.output = output
        isTerminal = isatty(output.fileDescriptor) == 1 && environment["TERM"] != "dumb"
        usesColor = isTerminal && (environment["NO_COLOR"] ?? "").isEmpty
    }

    /// Columns of the terminal at present.
    var width: Int {
        var size = winsize()
        let isKnown = ioctl(output.fileDescriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return isKnown ? Int(size.ws_col) : Self.columnsWhenUnknown
    }

    /// Shows `line`, which must fit the width, in place of what was there.
    mutating func show(_ line: String) {
        guard isTerminal else { return }
        write("\r\(line)\u{1B}[K")
        isShown = true
    }

    /// Takes the line away, so that something else can be written.
    mutating func clear() {
        guard isShown else { return }
        write("\r\u{1B}[K")
        isShown = false
    }

    private func write(_ text: String) {
        SavedTerminal.write(Array(text.utf8), to: output.fileDescriptor)
    }
}

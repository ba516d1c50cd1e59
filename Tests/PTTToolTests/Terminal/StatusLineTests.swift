import Foundation
import PTTTestSupport
import Testing

@testable import ptt

@Suite struct StatusLineTests {
    @Test func `on a terminal the line is written over and taken away`() throws {
        let pty = try Pty(columns: 42)
        var line = StatusLine(output: FileHandle(fileDescriptor: pty.program), environment: ["TERM": "xterm"])
        #expect(line.isTerminal && line.usesColor)
        #expect(line.width == 42)
        line.clear()
        line.show("one")
        line.show("two")
        line.clear()
        line.clear()
        line.show("end")
        #expect(try pty.shown(until: "end\u{1B}[K") == "\rone\u{1B}[K\rtwo\u{1B}[K\r\u{1B}[K\rend\u{1B}[K")
    }

    @Test(arguments: [["NO_COLOR": "1"], ["NO_COLOR": "1", "TERM": "xterm"]])
    func `NO_COLOR turns colour off and leaves the line`(_ environment: [String: String]) throws {
        let pty = try Pty()
        let line = StatusLine(output: FileHandle(fileDescriptor: pty.program), environment: environment)
        #expect(line.isTerminal && !line.usesColor)
    }

    @Test func `where there is no terminal, or a simple one, nothing is written`() throws {
        let pipe = Pipe()
        var toPipe = StatusLine(output: pipe.fileHandleForWriting, environment: ["TERM": "xterm"])
        toPipe.show("one")
        toPipe.clear()
        try pipe.fileHandleForWriting.close()
        #expect(try pipe.fileHandleForReading.readToEnd() ?? Data() == Data())
        #expect(toPipe.width == 80)
        let pty = try Pty()
        let simple = StatusLine(output: FileHandle(fileDescriptor: pty.program), environment: ["TERM": "dumb"])
        #expect(!simple.isTerminal && !simple.usesColor)
    }
}

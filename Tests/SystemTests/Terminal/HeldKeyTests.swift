import Foundation
import PTTTestSupport
import Testing

/// `ptt talk` on a terminal: whatever ends it, the terminal is afterwards as it was before.
@Suite(.serialized, .timeLimit(.minutes(2))) struct HeldKeyTests {
    private static let ask = "\u{1B}[?u\u{1B}[c"

    /// A talker that waits for a peer who is not there, with its terminal raw.
    private func talker(on pty: Pty, home: URL) throws -> TerminalProgram {
        let arguments = ["talk", "--to", "nobody", "--wait", "60", "--bind", "127.0.0.1", "--no-multicast"]
        let program = try TerminalProgram(arguments, home: home, on: pty)
        _ = try pty.shown(until: Self.ask)
        return program
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV])
    func `a signal that ends the talker leaves the terminal as it was`(_ number: Int32) throws {
        let (folder, pty) = (try TemporaryFolder(), try Pty())
        let before = pty.modes
        let program = try talker(on: pty, home: folder.url)
        #expect(pty.modes != before)
        program.signal(number)
        #expect(program.wait() != 0)
        #expect(pty.modes == before)
    }

    @Test(arguments: ["q", "\u{3}"])
    func `leaving by a key gives the terminal back, and nothing is left for the shell to read`(_ key: String) throws {
        let (folder, pty) = (try TemporaryFolder(), try Pty())
        let before = pty.modes
        let program = try talker(on: pty, home: folder.url)
        pty.type("\u{1B}[?0u\u{1B}[?62c")
        _ = try pty.shown(until: Self.ask)
        pty.type(key + "   ")
        #expect(program.wait() != 128 + SIGKILL)
        #expect(pty.modes == before)
        #expect(try pty.shown(until: "\u{1B}[<u").contains("\u{1B}[?1004l"))
        var unread: Int32 = -1
        #expect(ioctl(pty.program, UInt(FIONREAD), &unread) == 0 && unread == 0)
    }
}

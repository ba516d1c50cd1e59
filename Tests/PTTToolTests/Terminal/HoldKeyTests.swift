import Foundation
import PTTTestSupport
import Testing

@testable import ptt

/// One terminal is raw at a time, so these run one after the other.
@Suite(.serialized, .timeLimit(.minutes(1))) struct HoldKeyTests {
    private static let ask = "\u{1B}[?u\u{1B}[c"

    private func hold(
        _ pty: Pty, style: HoldGesture.Style = .hold, signals: [Int32] = [], terminal: String = "xterm"
    ) throws -> HoldKey {
        try #require(
            HoldKey(
                input: pty.program, output: pty.program, style: style, signals: signals,
                environment: ["TERM": terminal]))
    }

    private func next(_ key: HoldKey) async -> HoldGesture.Event? {
        var iterator = key.events.makeAsyncIterator()
        return await iterator.next()
    }

    @Test func `keys come at once and unseen, and the terminal is as before afterwards`() async throws {
        let pty = try Pty()
        let before = pty.modes
        let key = try hold(pty)
        #expect(try pty.shown(until: "c") == Self.ask)
        #expect(pty.modes.local & UInt32(ICANON | ECHO | ISIG) == 0)
        pty.type(" ")
        #expect(await next(key) == .pressed)
        #expect(await next(key) == .released)
        key.stop()
        #expect(pty.modes == before)
        #expect(await next(key) == nil)
    }

    @Test func `a terminal that reports releases is asked to, and told to stop at the end`() async throws {
        let pty = try Pty()
        let before = pty.modes
        let key = try hold(pty)
        _ = try pty.shown(until: "c")
        pty.type("\u{1B}[?0u\u{1B}[?62c")
        let request = try pty.shown(until: "c")
        #expect(request == "\u{1B}[>11u\u{1B}[?1004h" + Self.ask)
        pty.type("\u{1B}[?11u\u{1B}[?62c\u{1B}[32u")
        #expect(await next(key) == .pressed)
        pty.type("\u{1B}[32;1:2u\u{1B}[32;1:3u")
        #expect(await next(key) == .released)
        pty.type("\u{1B}[32u")
        #expect(await next(key) == .pressed)
        pty.type("\u{1B}[O")
        #expect(await next(key) == .released)
        pty.type("\u{1B}[99;5u")
        #expect(await next(key) == .quit)
        #expect(await next(key) == nil)
        #expect(try pty.shown(until: "<u") == "\u{1B}[?1004l\u{1B}[<u")
        key.stop()
        #expect(pty.modes == before)
    }

    @Test func `a lone escape cancels once nothing follows it`() async throws {
        let pty = try Pty()
        let key = try hold(pty)
        defer { key.stop() }
        pty.type(" ")
        #expect(await next(key) == .pressed)
        pty.type("\u{1B}")
        #expect(await next(key) == .canceled)
    }

    @Test func `quitting puts the terminal back by itself`() async throws {
        let pty = try Pty()
        let before = pty.modes
        let key = try hold(pty)
        pty.type("q")
        #expect(await next(key) == .quit)
        #expect(await next(key) == nil)
        #expect(pty.modes == before)
    }

    @Test func `a simple terminal is not asked anything`() async throws {
        let pty = try Pty()
        let key = try hold(pty, terminal: "dumb")
        pty.type("q")
        #expect(await next(key) == .quit)
        key.stop()
        _ = Array("end".utf8).withUnsafeBytes { write(pty.program, $0.baseAddress, $0.count) }
        #expect(try pty.shown(until: "end") == "end")
    }

    @Test func `a terminal that goes away ends the talk`() async throws {
        var (terminal, program): (Int32, Int32) = (-1, -1)
        #expect(openpty(&terminal, &program, nil, nil, nil) == 0)
        let key = try #require(
            HoldKey(input: program, output: program, signals: [], environment: ["TERM": "dumb"]))
        _ = write(terminal, " ", 1)
        #expect(await next(key) == .pressed)
        close(terminal)
        #expect(await next(key) == .canceled)
        #expect(await next(key) == .quit)
        #expect(await next(key) == nil)
        key.stop()
        close(program)
    }

    @Test func `there is one at a time, and none where there is no terminal`() throws {
        let pipe = Pipe()
        #expect(HoldKey(input: pipe.fileHandleForReading.fileDescriptor, signals: []) == nil)
        let (first, second) = (try Pty(), try Pty())
        let key = try hold(first)
        #expect(HoldKey(input: second.program, output: second.program, signals: []) == nil)
        key.stop()
        let again = HoldKey(input: second.program, output: second.program, signals: [])
        #expect(again != nil)
        again?.stop()
    }

    /// Signals that reached the test's own handler, a byte each.
    private static let handled = Pipe()

    /// Sends a signal to the process, as a user does, and waits until the test's handler has it.
    private func signalAndWait(_ number: Int32) throws {
        kill(getpid(), number)
        let reader = Self.handled.fileHandleForReading.fileDescriptor
        var polled = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
        try #require(poll(&polled, 1, 10_000) == 1, "the signal did not arrive")
        var byte: UInt8 = 0
        #expect(read(reader, &byte, 1) == 1 && byte == UInt8(number))
    }

    /// Has the test's handler take a signal; returns what was there before.
    private func handle(_ number: Int32) -> sigaction {
        _ = Self.handled
        var (old, mine) = (sigaction(), sigaction())
        mine.__sigaction_handler.sa_handler = { number in
            var byte = UInt8(number)
            _ = write(HoldKeyTests.handled.fileHandleForWriting.fileDescriptor, &byte, 1)
        }
        sigaction(number, &mine, &old)
        return old
    }

    @Test func `a signal finds the terminal put back before it does what it did before`() throws {
        var old = handle(SIGUSR1)
        defer { sigaction(SIGUSR1, &old, nil) }
        let pty = try Pty()
        let before = pty.modes
        let terminal = try #require(RawTerminal(input: pty.program, output: pty.program, signals: [SIGUSR1]))
        terminal.send("<begin>", undo: "<end>")
        #expect(pty.modes != before)
        pty.type("keys that nobody read")
        #expect(try pty.shown(until: "<begin>") == "<begin>")
        try signalAndWait(SIGUSR1)
        #expect(pty.modes == before)
        #expect(try pty.shown(until: "<end>") == "<end>")
        var unread: Int32 = -1
        #expect(ioctl(pty.program, UInt(FIONREAD), &unread) == 0 && unread == 0)
        terminal.restore()
        try signalAndWait(SIGUSR1)
        #expect(pty.modes == before)
    }

    @Test func `signals that are ignored, or that somebody took since, stay as they are`() throws {
        var (old, ignored) = (sigaction(), sigaction())
        ignored.__sigaction_handler.sa_handler = SIG_IGN
        sigaction(SIGUSR2, &ignored, &old)
        defer { sigaction(SIGUSR2, &old, nil) }
        let pty = try Pty()
        let terminal = try #require(RawTerminal(input: pty.program, output: pty.program, signals: [SIGUSR2]))
        var current = sigaction()
        sigaction(SIGUSR2, nil, &current)
        #expect(unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self) == 1)
        _ = handle(SIGUSR2)
        terminal.restore()
        try signalAndWait(SIGUSR2)
    }
}

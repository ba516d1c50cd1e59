import Foundation
import Synchronization
import Testing

@testable import PTTLink

/// A folder of its own for each test, gone with it.
private final class Place: Sendable {
    let folder: String
    var socket: String { folder + "/run/control" }

    init() {
        folder = "/tmp/ptt-\(getpid())-\(String(UInt32.random(in: 0...UInt32.max), radix: 36))"
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }
}

/// Holds on to the clients of a listener.
private final class Clients: Sendable {
    private let state = Mutex<[LineConnection]>([])
    private let arrivals = AsyncStream.makeStream(of: LineConnection.self)

    func add(_ connection: LineConnection) {
        state.withLock { $0.append(connection) }
        arrivals.continuation.yield(connection)
    }

    func next() async throws -> LineConnection {
        var iterator = arrivals.stream.makeAsyncIterator()
        return try #require(await iterator.next())
    }
}

@Suite(.timeLimit(.minutes(1))) struct UnixListenerTests {
    private func next(_ connection: LineConnection) async throws -> String? {
        var iterator = connection.lines.makeAsyncIterator()
        return try await iterator.next()
    }

    /// A listener, a client of it, and the listener's end of the connection.
    private func withPair(
        _ body: (_ client: LineConnection, _ server: LineConnection) async throws -> Void
    ) async throws {
        let (place, clients) = (Place(), Clients())
        let listener = UnixListener(path: place.socket)
        try listener.start(onConnection: clients.add)
        defer { listener.stop() }
        let client = try LineConnection(path: place.socket)
        try await body(client, try await clients.next())
    }

    @Test func `lines pass both ways in order, empty, long and beyond ASCII`() async throws {
        try await withPair { client, server in
            let lines = [
                "", "a", "{\"event\":\"größe\"}", "🎙️", String(repeating: "x", count: LineConnection.maximumLineBytes),
            ]
            for line in lines { try client.send(line) }
            for line in lines { #expect(try await next(server) == line) }
            for line in lines { try server.send(line) }
            for line in lines { #expect(try await next(client) == line) }
        }
    }

    @Test func `what breaks the framing is refused at the sender`() async throws {
        try await withPair { client, server in
            #expect(throws: LinkError.self) { try client.send("two\nlines") }
            #expect {
                try client.send(String(repeating: "x", count: LineConnection.maximumLineBytes + 1))
            } throws: { ($0 as? LinkError)?.code == .tooLarge }
            try client.send("still here")
            #expect(try await next(server) == "still here")
        }
    }

    @Test func `many clients are served at once`() async throws {
        let (place, clients) = (Place(), Clients())
        let listener = UnixListener(path: place.socket)
        try listener.start { server in
            clients.add(server)
            Task { for try await line in server.lines { try server.send("echo \(line)") } }
        }
        defer { listener.stop() }
        let echoes = try await withThrowingTaskGroup(of: [String].self) { group in
            for number in 0..<20 {
                group.addTask {
                    let client = try LineConnection(path: place.socket)
                    var heard: [String] = []
                    for round in 0..<20 { try client.send("\(number).\(round)") }
                    for try await line in client.lines {
                        heard.append(line)
                        if heard.count == 20 { break }
                    }
                    return heard
                }
            }
            return try await group.reduce(into: [[String]]()) { $0.append($1) }
        }
        for heard in echoes {
            let number = try #require(heard.first?.dropFirst(5).prefix { $0 != "." })
            #expect(heard == (0..<20).map { "echo \(number).\($0)" })
        }
        #expect(Set(echoes).count == 20)
    }

    @Test func `more clients than there is room for are turned away until one leaves`() async throws {
        let (place, clients) = (Place(), Clients())
        let listener = UnixListener(path: place.socket)
        try listener.start { server in
            clients.add(server)
            do { try server.send("welcome") } catch { Issue.record(error) }
        }
        defer { listener.stop() }
        let admitted = try (0..<UnixListener.maximumClients).map { _ in try LineConnection(path: place.socket) }
        for client in admitted { #expect(try await next(client) == "welcome") }
        let excess = try LineConnection(path: place.socket)
        #expect(try await next(excess) == nil)
        admitted[0].close()
        var isAdmitted = false
        // The listener may not have noticed at once.
        for _ in 0..<10_000 where !isAdmitted {
            isAdmitted = try await next(try LineConnection(path: place.socket)) == "welcome"
        }
        #expect(isAdmitted)
    }

    @Test func `the socket and its folder are the owner's alone`() async throws {
        let place = Place()
        let listener = UnixListener(path: place.socket)
        try listener.start { _ in }
        #expect(try place.mode(place.socket) == 0o600)
        #expect(try place.mode(place.folder + "/run") == 0o700)
        #expect(try place.mode(place.folder) == 0o700)
        #expect(try place.mode(place.socket + ".lock") == 0o600)
        listener.stop()
        #expect(!FileManager.default.fileExists(atPath: place.socket))
    }

    @Test func `a folder that others may enter is refused with what to do`() throws {
        let place = Place()
        try FileManager.default.createDirectory(
            atPath: place.folder + "/run", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        #expect {
            try UnixListener(path: place.socket).start { _ in }
        } throws: { "\($0)".contains("chmod 700") }
        try FileManager.default.removeItem(atPath: place.folder + "/run")
        try FileManager.default.createSymbolicLink(atPath: place.folder + "/run", withDestinationPath: "/tmp")
        #expect {
            try UnixListener(path: place.socket).start { _ in }
        } throws: { "\($0)".contains("is not a folder") }
    }

    @Test func `one listener runs at a path, and the second learns which process has it`() async throws {
        let (place, clients) = (Place(), Clients())
        let first = UnixListener(path: place.socket)
        try first.start(onConnection: clients.add)
        for second in [first, UnixListener(path: place.socket)] {
            #expect {
                try second.start { _ in }
            } throws: { ($0 as? LinkError)?.code == .addressInUse }
        }
        #expect {
            try UnixListener(path: place.socket).start { _ in }
        } throws: { "\($0)".contains("process \(getpid()) ") }
        let client = try LineConnection(path: place.socket)
        #expect(client.isOpen)
        first.stop()
        let third = UnixListener(path: place.socket)
        try third.start { _ in }
        third.stop()
    }

    @Test func `a socket that a dead listener left behind is replaced`() async throws {
        let (place, clients) = (Place(), Clients())
        try FileManager.default.createDirectory(
            atPath: place.folder + "/run", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        _ = try LocalSocket.listen(place.socket)
        try Data("4194304\n".utf8).write(to: URL(fileURLWithPath: place.socket + ".lock"))
        #expect {
            _ = try LineConnection(path: place.socket)
        } throws: { ($0 as? LinkError)?.code == .unreachable }
        let listener = UnixListener(path: place.socket)
        try listener.start(onConnection: clients.add)
        defer { listener.stop() }
        let client = try LineConnection(path: place.socket)
        try client.send("alive")
        #expect(try await next(try await clients.next()) == "alive")
    }

    @Test func `where nothing listens a client is told so`() {
        for path in ["/tmp/ptt-nothing-here/control", Place().socket] {
            #expect {
                _ = try LineConnection(path: path)
            } throws: { ($0 as? LinkError)?.code == .unreachable && "\($0)".contains("nothing listens") }
        }
        for path in ["", "/" + String(repeating: "long/", count: 30)] {
            #expect(throws: LinkError.self) { _ = try LineConnection(path: path) }
        }
    }

    @Test func `closing sends what waits, ends the peer's lines and refuses further sending`() async throws {
        try await withPair { client, server in
            let line = String(repeating: "y", count: 900_000)
            for _ in 0..<3 { try server.send(line) }
            server.close()
            #expect(throws: LinkError.self) { try server.send("late") }
            for _ in 0..<3 { #expect(try await next(client)?.count == 900_000) }
            #expect(try await next(client) == nil)
            #expect(try await next(client) == nil)
            #expect(try await next(server) == nil)
        }
    }

    @Test func `a client that is dropped is gone at the other end`() async throws {
        let (place, clients) = (Place(), Clients())
        let listener = UnixListener(path: place.socket)
        try listener.start(onConnection: clients.add)
        defer { listener.stop() }
        try { _ = try LineConnection(path: place.socket) }()
        let server = try await clients.next()
        #expect(try await next(server) == nil)
    }

    @Test func `a client that has said all still gets its answers`() async throws {
        let (place, clients) = (Place(), Clients())
        let listener = UnixListener(path: place.socket)
        try listener.start(onConnection: clients.add)
        defer { listener.stop() }
        let client = try LocalSocket.connect(place.socket)
        _ = Array("question\npart of a line".utf8).withUnsafeBytes { write(client.number, $0.baseAddress, $0.count) }
        shutdown(client.number, Int32(SHUT_WR))
        let server = try await clients.next()
        #expect(try await next(server) == "question")
        #expect(try await next(server) == nil)
        try server.send("answer")
        server.close()
        _ = fcntl(client.number, F_SETFL, 0)
        var answer = [UInt8](repeating: 0, count: 64)
        let count = read(client.number, &answer, answer.count)
        #expect(String(decoding: answer[..<max(0, count)], as: UTF8.self) == "answer\n")
    }

    @Test(arguments: [
        ([UInt8](repeating: 0x78, count: LineConnection.maximumLineBytes + 1), LinkError.Code.tooLarge),
        ([0x6F, 0x6B, 0x0A, 0xFF, 0xFE, 0x0A], LinkError.Code.system),
    ])
    func `a peer that breaks the rules is cut off and the reason told`(
        _ bytes: [UInt8], _ code: LinkError.Code
    ) async throws {
        let (place, clients) = (Place(), Clients())
        let listener = UnixListener(path: place.socket)
        try listener.start(onConnection: clients.add)
        defer { listener.stop() }
        let client = try LocalSocket.connect(place.socket)
        let server = try await clients.next()
        _ = fcntl(client.number, F_SETFL, 0)
        let writing = Task.detached {
            _ = bytes.withUnsafeBytes { send(client.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        }
        await #expect {
            while let line = try await next(server) { #expect(line == "ok") }
        } throws: { ($0 as? LinkError)?.code == code }
        await writing.value
        #expect(!server.isOpen)
    }

    @Test func `a client that does not read is cut off and does not hold up others`() async throws {
        let (place, clients) = (Place(), Clients())
        let listener = UnixListener(path: place.socket)
        try listener.start(onConnection: clients.add)
        defer { listener.stop() }
        let sleeper = try LocalSocket.connect(place.socket)
        let toSleeper = try await clients.next()
        let reader = try LineConnection(path: place.socket)
        let toReader = try await clients.next()
        let line = String(repeating: "z", count: 100_000)
        var sent = 0
        #expect {
            while sent < 1_000 {
                try toSleeper.send(line)
                sent += 1
            }
        } throws: { ($0 as? LinkError)?.code == .queueFull }
        #expect(sent * 100_000 >= LineConnection.maximumWaitingBytes)
        #expect(sent * 100_000 < 2 * LineConnection.maximumWaitingBytes)
        try toReader.send("fine")
        #expect(try await next(reader) == "fine")
        withExtendedLifetime(sleeper) {}
    }

    @Test func `a client that sends faster than it is read is made to wait, not stored without end`() async throws {
        try await withPair { client, server in
            // What neither end's buffers hold cannot be sent before the reader takes some.
            let line = String(repeating: "w", count: 10_000)
            let count = 2_000
            let sender = Task {
                for number in 0..<count {
                    while true {
                        do throws(LinkError) {
                            try client.send("\(number) \(line)")
                            break
                        } catch {
                            return number
                        }
                    }
                }
                return count
            }
            #expect(await sender.value < count)
            var taken = 0
            while let text = try await next(server) {
                #expect(text.hasPrefix("\(taken) "))
                taken += 1
            }
            #expect(taken >= LineConnection.maximumPendingLines)
        }
    }

    @Test func `waiting for a line ends with its task, and a second reader is refused`() async throws {
        try await withPair { client, server in
            let waiting = Task { try await next(client) }
            var isRefused = false
            while !isRefused {
                // Whichever of the two came first waits; the other is refused.
                let second = Task { try await next(client) }
                await Task.yield()
                second.cancel()
                do { _ = try await second.value } catch { isRefused = true }
            }
            waiting.cancel()
            #expect(try await waiting.value == nil)
            try server.send("after")
            #expect(try await next(client) == "after")
        }
    }

    @Test func `stopping ends every client and tells nobody afterwards`() async throws {
        let (place, clients) = (Place(), Clients())
        let listener = UnixListener(path: place.socket)
        try listener.start(onConnection: clients.add)
        let client = try LineConnection(path: place.socket)
        let server = try await clients.next()
        try server.send("farewell")
        listener.stop()
        listener.stop()
        #expect(try await next(client) == "farewell")
        #expect(try await next(client) == nil)
        #expect(try await next(server) == nil)
        #expect(throws: LinkError.self) { try server.send("late") }
    }
}

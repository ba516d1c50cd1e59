#if os(Linux)
import Glibc
import Synchronization

/// A Unix stream connection that carries lines of text both ways.
///
/// Lines are UTF-8 without a newline inside, at most ``maximumLineBytes`` each. A peer that does not read is cut off
/// when ``maximumWaitingBytes`` wait for it; a peer that sends faster than ``lines`` are taken is made to wait.
@safe
public final class LineConnection: Sendable {
    /// One megabyte: far more than any message, so that whoever sends more is broken.
    public static let maximumLineBytes = 1 << 20
    /// Minutes of events.
    public static let maximumWaitingBytes = 4 << 20
    /// Lines kept for a reader before the peer has to wait.
    static let maximumPendingLines = 256

    struct State {
        /// Nil once the connection has ended.
        var socket: Descriptor?
        var watch: Reactor.Watch?
        var outgoing: [UInt8] = []
        /// How much of `outgoing` is sent.
        var sent = 0
        /// No more is taken from the owner; what waits is sent, then the connection ends.
        var isEnding = false
        /// The peer sends no more.
        var hasInputEnded = false
        var splitter = LineSplitter(limit: LineConnection.maximumLineBytes)
        var pending: [String] = []
        var reader: CheckedContinuation<Void, Never>?
        var failure: LinkError?

        var isWaiting: Bool { outgoing.count > sent }
        var hasRoom: Bool { pending.count < LineConnection.maximumPendingLines }
    }

    let state: Mutex<State>
    private let reactor: Reactor
    /// A client's reactor is its own and ends with it.
    private let ownsReactor: Bool

    /// Connects to a ``UnixListener`` of the same user.
    ///
    /// - Throws: ``LinkError``; `.unreachable` when nothing listens at `path`.
    public convenience init(path: String) throws(LinkError) {
        let socket = try LocalSocket.connect(path)
        guard LocalSocket.peerUser(socket) == geteuid() else {
            throw LinkError(.system, "the program that listens at \(path) belongs to another user")
        }
        let reactor = try Reactor(name: "ptt-client")
        self.init(socket, reactor: reactor, ownsReactor: true)
        try reactor.start()
    }

    /// Called on the reactor's thread, or before it runs.
    init(_ socket: Descriptor, reactor: Reactor, ownsReactor: Bool = false) {
        self.reactor = reactor
        self.ownsReactor = ownsReactor
        state = Mutex(State(socket: socket))
        let watch = reactor.watch(socket) { [weak self] readiness in
            guard let self else { return }
            if readiness.canRead { receive() }
            if readiness.canWrite { flush() }
            if readiness.hasHungUp { noteHangUp() }
        }
        state.withLock { $0.watch = watch }
    }

    deinit {
        end(nil)
        if ownsReactor { reactor.stop() }
    }

    /// False once either end has closed.
    public var isOpen: Bool { state.withLock { $0.socket != nil && !$0.isEnding } }

    /// The lines of the peer in order; for one reader. Ends when the connection does.
    public var lines: Lines { Lines(connection: self) }

    /// Sends one line; never blocks.
    ///
    /// - Throws: ``LinkError``; `.unreachable` when the connection has ended, `.queueFull` when this ends it.
    public func send(_ line: String) throws(LinkError) {
        let bytes = Array(line.utf8)
        guard bytes.count <= Self.maximumLineBytes else {
            throw LinkError(.tooLarge, "a line of \(bytes.count) bytes is longer than \(Self.maximumLineBytes)")
        }
        guard !bytes.contains(0x0A) else { throw LinkError(.system, "a line cannot have a newline inside") }
        let (isOpen, isFull, waits) = state.withLock { state -> (Bool, Bool, Bool) in
            guard state.socket != nil, !state.isEnding else { return (false, false, false) }
            state.outgoing += bytes
            state.outgoing.append(0x0A)
            let waited = state.outgoing.count - bytes.count - 1 > state.sent
            if !waited { _ = state.write() }
            return (true, state.outgoing.count - state.sent > Self.maximumWaitingBytes, state.isWaiting && !waited)
        }
        guard isOpen else { throw LinkError(.unreachable, "the connection has ended") }
        if isFull {
            let error = LinkError(.queueFull, "the other end has not read for too long")
            end(error)
            throw error
        }
        if waits { askForInterest() }
    }

    /// Sends what waits, then ends the connection; lines already received can still be taken.
    public func close() {
        let isDone = state.withLock { state in
            state.isEnding = true
            return !state.isWaiting
        }
        if isDone { end(nil) } else { askForInterest() }
    }

    /// Sends what the peer takes at once, then ends the connection.
    func cut() {
        state.withLock { _ = $0.write() }
        end(nil)
    }

    private func end(_ failure: LinkError?) {
        let (watch, reader) = state.withLock { state in
            // Told to the peer now, though the descriptor may be held for a moment longer.
            if let socket = state.socket { shutdown(socket.number, Int32(SHUT_RDWR)) }
            state.socket = nil
            state.isEnding = true
            state.failure = state.failure ?? failure
            defer {
                state.watch = nil
                state.reader = nil
            }
            return (state.watch, state.reader)
        }
        reader?.resume()
        if let watch { reactor.post { [reactor] in reactor.end(watch) } }
    }

    /// Has what is waited for match what can be used.
    func askForInterest() {
        reactor.post { [weak self] in self?.updateInterest() }
    }

    private func updateInterest() {
        state.withLock { state in
            guard let watch = state.watch else { return }
            let reads = state.hasRoom && !state.hasInputEnded && !state.isEnding
            reactor.setWants(read: reads, write: state.isWaiting, watch)
            // Lines that nobody takes must not have a hang-up wake us without end.
            reactor.setPaused(!state.hasRoom && !state.isWaiting, watch)
        }
    }

    private func receive() {
        let (reader, failure): (CheckedContinuation<Void, Never>?, LinkError?) = state.withLock { state in
            let failure = state.read()
            guard !state.pending.isEmpty || state.hasInputEnded else { return (nil, failure) }
            defer { state.reader = nil }
            return (state.reader, failure)
        }
        reader?.resume()
        if let failure { end(failure) } else { updateInterest() }
    }

    private func flush() {
        let isOver = state.withLock { state in
            let works = state.write()
            return !works || (state.isEnding && !state.isWaiting)
        }
        if isOver { end(nil) } else { updateInterest() }
    }

    private func noteHangUp() {
        let isOver = state.withLock { $0.hasInputEnded }
        if isOver { end(nil) }
    }
}
#endif

#if os(Linux)
import Glibc
import Synchronization

/// A Unix stream socket that talks in lines to programs of the same user, and to nobody else.
///
/// The socket has mode 0600 and lies in a folder with mode 0700, which is made where it is missing. Beside it lies a
/// lock, so that there is one listener at a path; a socket left behind by one that died is replaced. Every client is
/// asked for its user by way of the kernel.
public final class UnixListener: Sendable {
    /// Clients at a time; more than one person attaches by hand.
    public static let maximumClients = 64

    private struct Running {
        let reactor: Reactor
        let lock: InstanceLock
        let clients: LineClients
    }

    public let path: String
    private let running = Mutex<Running?>(nil)

    public init(path: String) {
        self.path = path
    }

    deinit {
        stop()
    }

    /// Starts listening. `onConnection` is called for each client on the listener's thread and must not block; the
    /// connection lives for as long as somebody holds on to it.
    ///
    /// - Throws: ``LinkError``; `.addressInUse` when another listener runs at the path.
    public func start(onConnection: @escaping @Sendable (LineConnection) -> Void) throws(LinkError) {
        let result = running.withLock { running -> Result<Void, LinkError> in
            guard running == nil else { return .failure(LinkError(.addressInUse, "already listening at \(path)")) }
            do throws(LinkError) {
                running = try open(onConnection)
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    /// Ends every connection and takes the socket away; when it returns, no further call is made.
    public func stop() {
        let ending = running.withLock { running in
            defer { running = nil }
            return running
        }
        guard let ending else { return }
        ending.clients.closeAll()
        ending.reactor.stop()
        // While the lock is still held, so that a successor's socket is never taken for ours.
        unsafe unlink(path)
        withExtendedLifetime(ending.lock) {}
    }

    private func open(_ onConnection: @escaping @Sendable (LineConnection) -> Void) throws(LinkError) -> Running {
        try PrivateFolder.ensure(PrivateFolder.parent(of: path))
        let lock = try InstanceLock(path: path + ".lock")
        // Whoever made it is dead: it had the lock.
        guard unsafe unlink(path) == 0 || errno == ENOENT else {
            throw LinkError.system("replace the socket \(path)", errno)
        }
        let socket = try LocalSocket.listen(path)
        let reactor = try Reactor(name: "ptt-control")
        let clients = LineClients(limit: Self.maximumClients)
        accept(at: socket, on: reactor) { client in
            guard LocalSocket.peerUser(client) == geteuid(), clients.hasRoom else { return }
            let connection = LineConnection(client, reactor: reactor)
            clients.add(connection)
            onConnection(connection)
        }
        do throws(LinkError) {
            try reactor.start()
        } catch {
            unsafe unlink(path)
            throw error
        }
        return Running(reactor: reactor, lock: lock, clients: clients)
    }

    private func accept(at socket: Descriptor, on reactor: Reactor, _ onClient: @escaping (Descriptor) -> Void) {
        var watch: Reactor.Watch?
        watch = reactor.watch(socket) { [unowned reactor] _ in
            while true {
                switch LocalSocket.accept(socket) {
                case .client(let client): onClient(client)
                case .none: return
                case .exhausted:
                    // Those that wait would wake us without end; in a moment somebody may have closed a file.
                    guard let watch else { return }
                    reactor.setPaused(true, watch)
                    return reactor.tick(noLaterThan: .now + .milliseconds(100))
                }
            }
        }
        reactor.setTick { [unowned reactor] _ in
            if let watch { reactor.setPaused(false, watch) }
            return nil
        }
    }
}

/// The connections of a listener that somebody still holds on to.
private final class LineClients: Sendable {
    private struct Member: Sendable {
        weak let connection: LineConnection?
    }

    private let limit: Int
    private let members = Mutex<[Member]>([])

    init(limit: Int) {
        self.limit = limit
    }

    var hasRoom: Bool {
        members.withLock { members in
            members.removeAll { $0.connection?.isOpen != true }
            return members.count < limit
        }
    }

    func add(_ connection: LineConnection) {
        members.withLock { $0.append(Member(connection: connection)) }
    }

    func closeAll() {
        for member in members.withLock(\.self) { member.connection?.cut() }
    }
}
#endif

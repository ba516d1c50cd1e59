import Synchronization

/// One node's end of a ``LoopbackNetwork``; its endpoints are the names of the other ends.
public final class LoopbackLink: Link {
    public let name: String
    private let core: LoopbackCore
    // Another end of the same name may run: what this one does is nothing while it does not.
    private let isRunning = Atomic(false)

    init(name: String, core: LoopbackCore) {
        self.name = name
        self.core = core
    }

    deinit {
        stop()
    }

    /// What the other ends call this one.
    public var endpoint: Endpoint { Endpoint(name) }

    public func start(_ handler: @escaping @Sendable (LinkEvent) -> Void) throws {
        try core.start(name, handler)
        isRunning.store(true, ordering: .sequentiallyConsistent)
    }

    public func send(_ datagram: [UInt8], to endpoint: Endpoint) {
        guard isRunning.load(ordering: .sequentiallyConsistent) else { return }
        core.change { [name] state, now in state.send(datagram, from: name, to: endpoint.address, now: now) }
    }

    public func broadcast(_ datagram: [UInt8], except endpoint: Endpoint?) {
        guard isRunning.load(ordering: .sequentiallyConsistent) else { return }
        core.change { [name] state, now in
            state.broadcast(datagram, from: name, except: endpoint?.address, now: now)
        }
    }

    public func stop() {
        guard isRunning.exchange(false, ordering: .sequentiallyConsistent) else { return }
        core.stop(name)
    }
}

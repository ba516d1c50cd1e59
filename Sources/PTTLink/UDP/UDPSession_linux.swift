#if os(Linux)
import Synchronization

/// A ``UDPLink`` between start and stop: its sockets, its thread and its neighbours.
@safe
final class UDPSession: @unchecked Sendable {
    struct State {
        var sender: UDPSender
        var table: EndpointTable
        /// Addresses of this machine, to know our own datagrams by when they come back.
        var ownHosts: Set<SocketAddress> = []
        /// The one address bound to, if it is one.
        let boundHost: SocketAddress?
        /// Raised by callers of `send`, told by the link's thread.
        var faults: [LinkError] = []
    }

    /// Faults kept for telling; more of them at once say nothing new.
    static let maximumFaults = 64
    /// Datagrams taken from one socket before the others have their turn.
    static let batch = 64

    let configuration: UDPConfiguration
    let handler: @Sendable (LinkEvent) -> Void
    let traits = LinkTraits(maximumDatagramBytes: UDPSender.maximumDatagramBytes, packetsAreCostly: false)
    let reactor: Reactor
    let state: Mutex<State>
    let isStopped = Atomic(false)

    // Confined to the reactor's thread once it runs.
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    var watches: [SocketAddress.Family: Reactor.Watch] = [:]
    var groups: UDPGroups?
    var groupFaults: Set<LinkError> = []
    var interfaceWatch: Descriptor?
    var nextScan = ContinuousClock.now
    var peers: [StaticPeer]
    var nextLookup = ContinuousClock.now
    var isLookingUp = false

    init(_ configuration: UDPConfiguration, _ handler: @escaping @Sendable (LinkEvent) -> Void) throws(LinkError) {
        self.configuration = configuration
        self.handler = handler
        var peers: [StaticPeer] = []
        for text in configuration.peers { peers.append(try StaticPeer(text)) }
        self.peers = peers
        reactor = try Reactor(name: "ptt-udp")
        let sockets = try UDPSocket.unicast(configuration)
        let now = ContinuousClock.now
        let table = EndpointTable(
            capacity: configuration.maximumEndpoints, silenceLimit: configuration.silenceLimit,
            admissionsPerSecond: configuration.newEndpointsPerSecond, now: now)
        state = Mutex(
            State(
                sender: UDPSender(sockets: sockets, queueLimit: configuration.queueLimit), table: table,
                boundHost: sockets.first?.localAddress.flatMap { $0.isUnspecified ? nil : $0.host }))
        do throws(LinkError) {
            try begin(with: sockets, now: now)
        } catch {
            reactor.stop()
            throw error
        }
    }

    /// The reactor keeps this object, and lets go of it when it stops.
    private func begin(with sockets: [UDPSocket], now: ContinuousClock.Instant) throws(LinkError) {
        try listen(on: sockets)
        try scanInterfaces()
        adoptNumericPeers(now: now)
        reactor.setTick { [self] in tick(now: $0) }
        try reactor.start()
    }

    deinit {
        unsafe buffer.deallocate()
    }

    var ports: (ipv4: UInt16?, ipv6: UInt16?) {
        state.withLock { ($0.sender.port(.ipv4), $0.sender.port(.ipv6)) }
    }

    func stop() {
        isStopped.store(true, ordering: .sequentiallyConsistent)
        reactor.stop()
    }

    func send(_ datagram: [UInt8], to endpoint: Endpoint) {
        attempt { state in
            guard let address = state.table.address(of: endpoint) else {
                state.faults.append(LinkError(.unreachable, "\(endpoint) is not a neighbour"))
                return
            }
            if let fault = state.sender.send(datagram, to: address) { state.faults.append(fault) }
        }
    }

    func broadcast(_ datagram: [UInt8], except endpoint: Endpoint?) {
        let now = ContinuousClock.now
        attempt { state in
            for group in state.sender.groups {
                // An interface that is about to go is no fault; the next scan takes it out.
                if let fault = state.sender.send(datagram, to: group), fault.code != .unreachable {
                    state.faults.append(fault)
                }
            }
            // A copy, so that the table can be walked while the sender changes; it shares its storage.
            let table = state.table
            table.forEachDeaf(to: state.sender.groupFamilies, now: now) { entry in
                guard entry.endpoint != endpoint else { return }
                if let fault = state.sender.send(datagram, to: entry.address) { state.faults.append(fault) }
            }
        }
    }

    /// Sends under the lock, then sees to what is left for the link's thread to do.
    func attempt(_ body: (inout State) -> Void) {
        let (hasFaults, waits) = state.withLock { state in
            let wasFaultless = state.faults.isEmpty
            let waiting = state.sender.isWaitingAnywhere
            body(&state)
            if state.faults.count > Self.maximumFaults { state.faults.removeSubrange(Self.maximumFaults...) }
            return (wasFaultless && !state.faults.isEmpty, state.sender.isWaitingAnywhere != waiting)
        }
        if waits { reactor.post { [weak self] in self?.updateWriteInterest() } }
        if hasFaults { reactor.post { [weak self] in self?.tellFaults() } }
    }
}
#endif

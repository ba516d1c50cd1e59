#if os(Linux)
import Synchronization

extension UDPSession {
    /// Watches the unicast sockets, the groups' sockets and the interfaces.
    func listen(on sockets: [UDPSocket]) throws(LinkError) {
        for socket in sockets {
            watches[socket.family] = reactor.watch(socket.descriptor) { [self] readiness in
                if readiness.canWrite { flush(socket.family) }
                if readiness.canRead { receive(from: socket, onGroup: false) }
            }
        }
        guard configuration.discovery != nil else { return }
        groups = try UDPGroups(configuration, families: Set(sockets.map(\.family)), reactor: reactor) {
            [weak self] socket in self?.receive(from: socket, onGroup: true)
        }
    }

    private func receive(from socket: UDPSocket, onGroup: Bool) {
        for _ in 0..<Self.batch {
            switch unsafe socket.receive(into: buffer) {
            case .empty: return
            case .nothing: continue
            case .datagram(let count, let source):
                take(count, from: source, onGroup: onGroup)
                guard !hasStopped else { return }
            }
        }
    }

    private func take(_ count: Int, from source: SocketAddress, onGroup: Bool) {
        // Nobody can answer these; only a forger sends from them.
        guard source.port != 0, !source.isUnspecified, !source.isMulticast else { return }
        let now = ContinuousClock.now
        let arrival: EndpointTable.Arrival? = state.withLock { state in
            guard !state.isOwn(source) else { return nil }
            return state.table.heard(source, onGroup: onGroup, now: now) { $0.text }
        }
        switch arrival {
        case nil, .refused: return
        case .known(let endpoint): deliver(count, from: endpoint)
        case .new(let endpoint, let evicted):
            if let evicted { emit(.down(evicted)) }
            emit(.up(endpoint, traits))
            deliver(count, from: endpoint)
        }
    }

    private func deliver(_ count: Int, from endpoint: Endpoint) {
        let datagram = unsafe [UInt8](UnsafeRawBufferPointer(buffer)[..<count])
        emit(.received(datagram, from: endpoint))
    }

    /// Tells the owner, unless it has stopped the link in the meantime.
    func emit(_ event: LinkEvent) {
        guard !hasStopped else { return }
        handler(event)
    }

    var hasStopped: Bool { isStopped.load(ordering: .sequentiallyConsistent) }

    func tellFaults() {
        let faults = state.withLock { state in
            defer { state.faults.removeAll() }
            return state.faults
        }
        for fault in faults { emit(.fault(fault)) }
    }

    /// Asks to be woken when a socket that has datagrams waiting takes more.
    func updateWriteInterest() {
        for (family, watch) in watches {
            let isWaiting = state.withLock { $0.sender.isWaiting(family) }
            reactor.setWants(read: true, write: isWaiting, watch)
        }
    }

    private func flush(_ family: SocketAddress.Family) {
        let faults = state.withLock { $0.sender.flush(family) }
        updateWriteInterest()
        for fault in faults { emit(.fault(fault)) }
    }
}

extension UDPSession.State {
    /// True for what this node sent itself: groups echo to every member on the machine.
    func isOwn(_ source: SocketAddress) -> Bool {
        guard sender.port(source.family) == source.port else { return false }
        if let boundHost { return source.host == boundHost }
        return source.isLoopback || ownHosts.contains(source.host)
    }
}

#endif

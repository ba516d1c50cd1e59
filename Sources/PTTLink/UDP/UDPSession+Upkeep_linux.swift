#if os(Linux)
import Synchronization

extension UDPSession {
    /// What happens by the clock: silent neighbours go, interfaces are looked at, peers' names are looked up.
    func tick(now: ContinuousClock.Instant) -> ContinuousClock.Instant {
        for endpoint in state.withLock({ $0.table.expire(now: now) }) { emit(.down(endpoint)) }
        if now >= nextScan { rescan() }
        forgetSilentAlternatives()
        if now >= nextLookup { lookUpPeers(now: now) }
        let period = min(max(configuration.silenceLimit / 8, .milliseconds(10)), .seconds(5))
        return min(now + period, nextScan, nextLookup)
    }

    /// The first look at the interfaces, before the thread runs.
    func scanInterfaces() throws(LinkError) {
        interfaceWatch = InterfaceWatch.open()
        if let interfaceWatch {
            _ = reactor.watch(interfaceWatch) { [self] _ in
                unsafe InterfaceWatch.drain(interfaceWatch, into: buffer)
                // Changes come in bunches: link, addresses, duplicate detection.
                nextScan = min(nextScan, .now + .milliseconds(100))
                reactor.tick(noLaterThan: nextScan)
            }
        }
        try scan()
    }

    private func rescan() {
        do throws(LinkError) {
            try scan()
        } catch {
            emit(.fault(error))
        }
        tellFaults()
    }

    private func scan() throws(LinkError) {
        // The watch may miss what it had no memory for, so a look now and then stays.
        nextScan = .now + (interfaceWatch == nil ? .seconds(5) : .seconds(30))
        let interfaces = try NetworkInterface.all()
        let update = groups?.update(to: interfaces.filter(mayCarryDiscovery))
        let news = (update?.faults ?? []).filter { !groupFaults.contains($0) }
        groupFaults = Set(update?.faults ?? [])
        state.withLock { state in
            state.ownHosts = Set(interfaces.flatMap(\.addresses).map(\.host))
            state.sender.setGroups(update?.groups ?? [], on: interfaces)
            state.faults += news
        }
    }

    private func mayCarryDiscovery(_ interface: NetworkInterface) -> Bool {
        guard configuration.interfaces.isEmpty || configuration.interfaces.contains(interface.name) else {
            return false
        }
        // What is sent from one address belongs on the interface that has it.
        guard let host = state.withLock({ $0.boundHost }) else { return true }
        return interface.addresses.contains { $0.host == host } || (interface.isLoopback && host.isLoopback)
    }

    /// Numeric peers need no lookup: they are up at once.
    func adoptNumericPeers(now: ContinuousClock.Instant) {
        for index in peers.indices {
            guard let address = SocketAddress(numeric: peers[index].host, port: peers[index].port) else { continue }
            adopt([address], for: index, now: now)
        }
    }

    /// Makes `addresses` those of a peer; the first is up from the beginning, the others once they are heard.
    private func adopt(_ addresses: [SocketAddress], for index: Int, now: ContinuousClock.Instant) {
        let usable = addresses.filter { address in state.withLock { $0.sender.port(address.family) != nil } }
        guard !usable.isEmpty else { return }
        var events: [LinkEvent] = []
        state.withLock { state in
            for address in peers[index].addresses where !usable.contains(address) {
                if let gone = state.table.remove(address) { events.append(.down(gone)) }
            }
            for address in usable.prefix(StaticPeer.maximumAddresses) where !state.isOwn(address) {
                let isUp = !peers[index].wasAnnounced
                peers[index].wasAnnounced = true
                let endpoint = state.table.addStatic(address, isUp: isUp, now: now) { $0.text }
                if let endpoint { events.append(.up(endpoint, traits)) }
            }
        }
        peers[index].addresses = Array(usable.prefix(StaticPeer.maximumAddresses))
        tell(events)
    }

    /// Tells from the link's thread, also where this runs before it has started: what is posted then comes first.
    private func tell(_ events: [LinkEvent]) {
        guard !events.isEmpty else { return }
        guard !reactor.isOwnThread else { return events.forEach(emit) }
        reactor.post { [weak self] in
            for event in events { self?.emit(event) }
        }
    }

    /// Once one address of a peer has spoken, those that never did are called no longer.
    private func forgetSilentAlternatives() {
        for index in peers.indices where peers[index].addresses.count > 1 {
            let gone = state.withLock { state in
                let addresses = peers[index].addresses
                let speaking = addresses.filter { state.table.entry(at: $0)?.hasSpoken == true }
                guard !speaking.isEmpty else { return [Endpoint]() }
                peers[index].addresses = speaking
                return addresses.filter { !speaking.contains($0) }.compactMap { state.table.remove($0) }
            }
            for endpoint in gone { emit(.down(endpoint)) }
        }
    }

    /// Looks up the names of peers that do not answer, on a thread that may wait for the resolver.
    private func lookUpPeers(now: ContinuousClock.Instant) {
        nextLookup = now + configuration.lookupInterval
        let silent = peers.indices.filter { index in
            !peers[index].addresses.contains { address in
                state.withLock { $0.table.entry(at: address)?.isUp == true }
            }
        }
        guard !silent.isEmpty, !isLookingUp else { return }
        isLookingUp = true
        let names = silent.map { (index: $0, host: peers[$0].host, port: peers[$0].port) }
        let reactor = reactor
        // Weak, so that a resolver that takes its time keeps no socket open.
        let found: @Sendable (Int, Result<[SocketAddress], LinkError>) -> Void = { [weak self] index, result in
            self?.found(result, for: index)
        }
        let finish: @Sendable () -> Void = { [weak self] in self?.isLookingUp = false }
        let status = startThread(name: "ptt-resolver") {
            for name in names {
                let result = Result { () throws(LinkError) in
                    try SocketAddress.resolve(host: name.host, port: name.port)
                }
                reactor.post { found(name.index, result) }
            }
            reactor.post(finish)
        }
        if status != 0 { isLookingUp = false }
    }

    private func found(_ result: Result<[SocketAddress], LinkError>, for index: Int) {
        switch result {
        case .success(let addresses): adopt(addresses, for: index, now: .now)
        case .failure(let error): emit(.fault(error))
        }
    }
}
#endif

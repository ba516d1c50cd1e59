import PTTWire

extension MeshEngine {
    mutating func linkCameUp(
        _ link: LinkID, isCostly: Bool, now: ClockReading, into effects: inout [Effect]
    ) {
        guard links.add(link, isCostly: isCostly) else {
            refuse(.tooManyLinks, sender: nil, link: link, now: now, into: &effects)
            return
        }
        schedule.force(at: now.instant)
        if let peer = links[link]?.peer { tellIfChanged(peer, now: now, into: &effects) }
    }

    mutating func linkWentDown(_ link: LinkID, now: ClockReading, into effects: inout [Effect]) {
        guard let peer = links.remove(link) else { return }
        peerTable.update(peer) { $0.lose(link) }
        tellIfChanged(peer, now: now, into: &effects)
    }

    // MARK: Announces

    /// Believes an announce that proves itself; true then.
    mutating func takeAnnounce(_ packet: Packet, _ arrival: Arrival, into effects: inout [Effect]) -> Bool {
        let announce: Announce
        do throws(AnnounceRefusal) {
            announce = try AnnounceVerification.preflight(packet, local: identity.peerID, now: arrival.now.timestamp)
            guard !isOutdated(packet, arrival) else {
                refuse(.announceOutdated, sender: packet.sender, arrival, into: &effects)
                return false
            }
            guard peerTable[packet.sender] != nil || newcomers.takesToken(at: arrival.now.instant) else {
                refuse(.tooManyPeers, sender: packet.sender, arrival, into: &effects)
                return false
            }
            try AnnounceVerification.verify(packet, saying: announce, against: pins[packet.sender])
        } catch {
            refuse(MeshRefusal(error), sender: packet.sender, arrival, into: &effects)
            return false
        }
        statistics.announcesTaken += 1
        pin(announce, of: packet.sender, into: &effects)
        note(announce, in: packet, arrival, into: &effects)
        return true
    }

    /// An announce older than the last would undo it; over the peer's own link it means that the peer's clock was set back.
    private func isOutdated(_ packet: Packet, _ arrival: Arrival) -> Bool {
        guard let record = peerTable[packet.sender], let last = record.lastAnnounce else { return false }
        return packet.timestamp <= last && !record.links.contains(arrival.link)
    }

    private mutating func pin(_ announce: Announce, of id: PeerID, into effects: inout [Effect]) {
        guard pins[id] == nil else { return pins.touch(id) }
        let pinned = PinnedPeer(
            id: id, noiseKey: Array(announce.noiseKey), signingKey: Array(announce.signingKey), isProven: false)
        keep(pinned, into: &effects)
    }

    mutating func keep(_ pinned: PinnedPeer, into effects: inout [Effect]) {
        if let evicted = pins.store(pinned) { effects.append(.peerUnpinned(evicted)) }
        effects.append(.peerPinned(pinned))
    }

    private mutating func note(
        _ announce: Announce, in packet: Packet, _ arrival: Arrival, into effects: inout [Effect]
    ) {
        let id = packet.sender
        let isDirect = packet.timeToLive == PacketLayout.originTimeToLive
        let isNew = peerTable[id]?.lastAnnounce == nil
        let links = peerTable[id]?.links ?? []
        let isBack = peerTable[id]?.told?.isReachable == false
        insertRecord(for: id, now: arrival.now, into: &effects)
        let tolerance = freshness
        peerTable.update(id) { record in
            record.nickname = Nickname.readable(announce.nickname)
            record.fingerprint = PeerID.fingerprint(ofNoiseKey: announce.noiseKey)
            record.voice = announce.voice
            record.lastHeard = arrival.now.instant
            record.lastAnnounce = packet.timestamp
            if isDirect {
                record.clock.anchor(packet.timestamp, at: arrival.now.instant)
            } else {
                _ = record.clock.observe(packet.timestamp, at: arrival.now.instant, tolerance: tolerance)
            }
        }
        if isDirect { bind(arrival.link, to: id, now: arrival.now, into: &effects) }
        let isOnNewLink = isDirect && !links.contains(arrival.link)
        if isNew || (isOnNewLink && mayAnswer(id, reconnected: links.isEmpty, at: arrival.now.instant)) {
            answerAnnounce(of: id, isNew: isNew, arrival, into: &effects)
        }
        // Whoever was away may hold another session than ours by now; what is said first shows it before a voice is lost.
        if isBack, hasSession(with: id) { tellState(to: id, now: arrival.now, into: &effects) }
        connectIfWanted(id, now: arrival.now, into: &effects)
        tellIfChanged(id, now: arrival.now, into: &effects)
    }

    /// Whether to announce ourselves in return: two nodes with many links must not answer one another for ever.
    private func mayAnswer(_ id: PeerID, reconnected: Bool, at now: Instant) -> Bool {
        guard let last = peerTable[id]?.lastAnswer else { return true }
        return now - last >= (reconnected ? .seconds(1) : .seconds(10))
    }

    /// Whoever is new, or new here, learns of us at once; a newcomer again in case that was lost.
    private mutating func answerAnnounce(
        of id: PeerID, isNew: Bool, _ arrival: Arrival, into effects: inout [Effect]
    ) {
        peerTable.update(id) { $0.lastAnswer = arrival.now.instant }
        schedule.force(at: arrival.now.instant)
        guard isNew else { return }
        schedule.forceAgain(at: arrival.now.instant + .milliseconds(Int.random(in: 300...600, using: &random)))
        reportClockDisagreement(id, arrival, into: &effects)
    }

    /// Whoever we have words for gets a session, and every neighbour of our kind, so that a press finds it open.
    private mutating func connectIfWanted(_ id: PeerID, now: ClockReading, into effects: inout [Effect]) {
        guard let record = peerTable[id], !record.hasSession else { return }
        let isNeighborOfOurKind = configuration.speaksExtension && record.voice != nil && record.isConnected
        if outbox.hasWaiting(for: id) || isNeighborOfOurKind { openSession(with: id, now: now, into: &effects) }
    }

    private mutating func reportClockDisagreement(_ id: PeerID, _ arrival: Arrival, into effects: inout [Effect]) {
        guard let stamp = peerTable[id]?.lastAnnounce else { return }
        let skew = arrival.now.timestamp.milliseconds(since: stamp)
        guard skew.magnitude > PacketPolicy.largestClockSkewMilliseconds.magnitude / 2 else { return }
        effects.append(.report(.clockDisagreement(id, milliseconds: skew)))
    }

    // MARK: Leaves

    /// Forgets a peer that says goodbye with a signature; true then.
    mutating func takeLeave(_ packet: Packet, _ arrival: Arrival, into effects: inout [Effect]) -> Bool {
        guard let record = peerTable[packet.sender], let pinned = pins[packet.sender] else {
            refuse(.leaveOfUnknownPeer, sender: packet.sender, arrival, into: &effects)
            return false
        }
        guard AnnounceVerification.isSigned(packet, by: pinned.signingKey[...]) else {
            refuse(.leaveWrongSignature, sender: packet.sender, arrival, into: &effects)
            return false
        }
        // A goodbye from before the peer came back.
        if let last = record.lastAnnounce, packet.timestamp < last {
            refuse(.announceOutdated, sender: packet.sender, arrival, into: &effects)
            return false
        }
        forget(packet.sender, into: &effects)
        return true
    }

    // MARK: Records

    /// Makes sure that there is a record for the peer.
    mutating func insertRecord(for id: PeerID, now: ClockReading, into effects: inout [Effect]) {
        guard peerTable[id] == nil else { return }
        if let evicted = peerTable.insert(PeerRecord(id: id, at: now.instant)) {
            statistics.count(.tooManyPeers)
            dropTraces(of: evicted, into: &effects)
        }
        scheduleMaintenance(at: now.instant + configuration.limits.reachableFor)
    }

    mutating func forget(_ id: PeerID, into effects: inout [Effect]) {
        guard let record = peerTable[id] else { return }
        for link in record.links { links.unbind(link) }
        peerTable.remove(id)
        dropTraces(of: id, into: &effects)
    }

    private mutating func dropTraces(of id: PeerID, into effects: inout [Effect]) {
        dropSession(with: id)
        effects.append(.peerLeft(id))
    }

    /// Notes that a direct neighbour is on this link, by the rules that keep a stranger from taking it over.
    private mutating func bind(_ link: LinkID, to id: PeerID, now: ClockReading, into effects: inout [Effect]) {
        guard let entry = links[link], let record = peerTable[id] else { return }
        if let other = entry.peer, other != id {
            let isTooSoon = entry.lastBound.map { now.instant - $0 < configuration.limits.rebindInterval } ?? false
            guard !isTooSoon, !record.isConnected else { return }
            peerTable.update(other) { $0.lose(link) }
            tellIfChanged(other, now: now, into: &effects)
        }
        links.bind(link, to: id, at: entry.peer == id ? entry.lastBound ?? now.instant : now.instant)
        let most = configuration.limits.linksPerPeer
        var dropped: LinkID?
        peerTable.update(id) { record in
            record.heardAnnounce(over: link)
            guard !record.links.contains(link) else { return }
            if record.links.count >= most { dropped = record.links.removeFirst() }
            record.links.append(link)
        }
        if let dropped { links.unbind(dropped) }
    }

    // MARK: Telling the owner

    /// Tells the owner about a peer whose description is not what it was.
    mutating func tellIfChanged(_ id: PeerID, now: ClockReading, into effects: inout [Effect]) {
        guard let record = peerTable[id] else { return }
        let described = describe(record, at: now.instant)
        guard described != record.told else { return }
        peerTable.update(id) { $0.told = described }
        effects.append(.peerChanged(described))
    }

    private func describe(_ record: PeerRecord, at now: Instant) -> MeshPeer {
        let way =
            record.links.contains { $0 == record.lastLink } ? record.lastLink : record.links.last ?? record.lastLink
        return MeshPeer(
            id: record.id, nickname: record.nickname, fingerprint: record.fingerprint,
            isConnected: record.isConnected, isReachable: isReachable(record, at: now), hasSession: record.hasSession,
            speaksExtension: record.voice != nil, codecs: record.voice?.codecs ?? [],
            reportsBursts: record.voice?.reportsBursts ?? false,
            isOnCostlyLink: way.flatMap { links[$0]?.isCostly } ?? false)
    }

    /// A neighbour, or somebody heard of lately while there is a neighbour through whom that came.
    func isReachable(_ record: PeerRecord, at now: Instant) -> Bool {
        record.isConnected
            || (peerTable.connectedCount > 0 && now - record.lastHeard < configuration.limits.reachableFor)
    }

    /// Milliseconds that live voice may come late.
    var freshness: Int64 { configuration.limits.freshFor.wholeNanoseconds / 1_000_000 }

    // MARK: Maintenance

    mutating func scheduleMaintenance(at instant: Instant) {
        nextMaintenance = earliest(nextMaintenance, instant)
    }

    /// Goes through the tables for what only time changes, at most once a second.
    mutating func maintain(now: ClockReading, into effects: inout [Effect]) {
        nextMaintenance = nil
        for id in peerTable.ids { maintain(id, now: now, into: &effects) }
        for item in outbox.removeExpired(at: now.instant) where item.stage == .queued && item.content != .readReceipt {
            effects.append(.textProgressed(id: item.id, .failed(.expired), peer: item.peer))
        }
        repeatTexts(now: now, into: &effects)
        scheduleNextMaintenance(now: now)
    }

    private mutating func maintain(_ id: PeerID, now: ClockReading, into effects: inout [Effect]) {
        guard let record = peerTable[id] else { return }
        let silence = now.instant - record.lastHeard
        if silence >= configuration.limits.rememberedFor { return forget(id, into: &effects) }
        if record.isConnected, silence >= configuration.limits.reachableFor {
            for link in record.links { links.unbind(link) }
            peerTable.update(id) { record in
                record.links = []
                record.provenLink = nil
            }
        }
        tellIfChanged(id, now: now, into: &effects)
    }

    private mutating func scheduleNextMaintenance(now: ClockReading) {
        let limits = configuration.limits
        var next = earliest(outbox.nextExpiry, nextTextRepeat)
        for record in peerTable.all {
            let silence = now.instant - record.lastHeard
            let change = silence < limits.reachableFor ? limits.reachableFor : limits.rememberedFor
            next = earliest(next, record.lastHeard + change)
        }
        guard let next else { return }
        scheduleMaintenance(at: max(next, now.instant + .seconds(1)))
    }
}

extension MeshRefusal {
    /// Why an announce was not believed.
    init(_ refusal: AnnounceRefusal) {
        switch refusal {
        case .malformed: self = .announceMalformed
        case .senderIsNotItsKey: self = .announceOfForeignKey
        case .isOurs: self = .looped
        case .stale: self = .announceStale
        case .noiseKeyChanged, .signingKeyChanged: self = .announceWithChangedKey
        case .unsigned: self = .announceUnsigned
        case .wrongSignature: self = .announceWrongSignature
        }
    }
}

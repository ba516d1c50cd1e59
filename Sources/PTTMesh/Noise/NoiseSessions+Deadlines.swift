public import PTTWire

extension NoiseSessions {
    /// Does what is due: repeats, gives up, restores, renews, retires and forgets.
    public mutating func deadlineReached(
        now: Instant, using random: inout some RandomNumberGenerator, into actions: inout [Action]
    ) {
        // In the order of the IDs, so that one seed always gives one course of events.
        let due = conversations.filter { $0.value.due(limits) <= now }.keys.sorted()
        for peer in due {
            expireSession(with: peer, now: now, into: &actions)
            settleDeferred(of: peer, now: now, using: &random, into: &actions)
            settleExchange(with: peer, now: now, using: &random, into: &actions)
            renew(peer, now: now, using: &random, into: &actions)
            if let conversation = conversations[peer], conversation.isIdle, conversation.due(limits) <= now {
                conversations[peer] = nil
            }
        }
        nextDeadline = conversations.values.map { $0.due(limits) }.min()
    }

    private mutating func expireSession(with peer: PeerID, now: Instant, into actions: inout [Action]) {
        if let former = conversations[peer]?.former, former.retires <= now { conversations[peer]?.former = nil }
        guard let current = conversations[peer]?.current, current.expires <= now else { return }
        conversations[peer]?.current = nil
        conversations[peer]?.lastUsed = now
        actions.append(.closed(peer))
    }

    private mutating func settleDeferred(
        of peer: PeerID, now: Instant, using random: inout some RandomNumberGenerator, into actions: inout [Action]
    ) {
        guard let deferred = conversations[peer]?.deferred, deferred.due <= now else { return }
        conversations[peer]?.deferred = nil
        guard let conversation = conversations[peer], conversation.exchange == nil,
            conversation.current?.isConfirmed != true
        else { return }
        do {
            try answer(
                deferred.message, from: peer, attemptsLeft: nil, now: now, using: &random, into: &actions)
        } catch {
            actions.append(.refused(peer, error))
        }
    }

    private mutating func settleExchange(
        with peer: PeerID, now: Instant, using random: inout some RandomNumberGenerator, into actions: inout [Action]
    ) {
        switch conversations[peer]?.exchange {
        case .initiating(let initiation) where initiation.expires <= now:
            conversations[peer]?.exchange = nil
            giveUp(initiation, with: peer, now: now, using: &random, into: &actions)
        case .initiating(var initiation):
            guard let due = initiation.repeatDue, due <= now else { return }
            initiation.repeatDue = nil
            conversations[peer]?.exchange = .initiating(initiation)
            if conversations[peer]?.departures.takesToken(at: now) == true {
                actions.append(.send(initiation.first, to: peer))
            }
        case .answering(let answer) where answer.expires <= now:
            dropAnswer(answer, to: peer)
            guard conversations[peer]?.current != nil else {
                return retry(peer, attemptsLeft: answer.attemptsLeft, now: now, using: &random, into: &actions)
            }
            conversations[peer]?.ignoresFreshUntil = now + limits.refractoryTime
            initiate(with: peer, attemptsLeft: nil, now: now, using: &random, into: &actions)
        case .answering(let answer):
            guard let due = answer.overtakenDue, due <= now else { return }
            // The peer talks in a session that we shall never have: begin anew.
            dropAnswer(answer, to: peer)
            initiate(
                with: peer, attemptsLeft: answer.attemptsLeft.map { $0 - 1 }, now: now, using: &random, into: &actions)
        case nil:
            return
        }
    }

    private mutating func dropAnswer(_ answer: NoiseConversation.Answer, to peer: PeerID) {
        releaseHeld(of: peer)
        conversations[peer]?.exchange = nil
    }

    private mutating func giveUp(
        _ initiation: NoiseConversation.Initiation, with peer: PeerID, now: Instant,
        using random: inout some RandomNumberGenerator, into actions: inout [Action]
    ) {
        guard conversations[peer]?.current == nil, initiation.attemptsLeft != nil else { return }
        guard !initiation.sawWrongKey else { return actions.append(.failed(peer, .wrongIdentity)) }
        retry(peer, attemptsLeft: initiation.attemptsLeft, now: now, using: &random, into: &actions)
    }

    private mutating func retry(
        _ peer: PeerID, attemptsLeft: Int?, now: Instant, using random: inout some RandomNumberGenerator,
        into actions: inout [Action]
    ) {
        guard let attemptsLeft else { return }
        guard attemptsLeft > 0 else { return actions.append(.failed(peer, .timedOut)) }
        initiate(with: peer, attemptsLeft: attemptsLeft - 1, now: now, using: &random, into: &actions)
    }

    /// Begins a session over one that grows old, or that the peer never used.
    private mutating func renew(
        _ peer: PeerID, now: Instant, using random: inout some RandomNumberGenerator, into actions: inout [Action]
    ) {
        guard let conversation = conversations[peer], let current = conversation.current else { return }
        let isUnconfirmed = current.confirmationDue.map { $0 <= now } ?? false
        guard isUnconfirmed || current.renewalDue <= now else { return }
        conversations[peer]?.current?.confirmationDue = nil
        if current.renewalDue <= now {
            conversations[peer]?.current?.renewalDue = now + limits.renewalInterval
        }
        guard conversation.exchange == nil else { return }
        initiate(
            with: peer, attemptsLeft: nil, isConfirmation: isUnconfirmed, now: now, using: &random, into: &actions)
    }

    mutating func initiate(
        with peer: PeerID, attemptsLeft: Int?, isConfirmation: Bool = false, now: Instant,
        using random: inout some RandomNumberGenerator, into actions: inout [Action]
    ) {
        guard makeRoom(for: peer, now: now), conversations[peer]?.departures.takesToken(at: now) == true,
            departures.takesToken(at: now)
        else {
            if attemptsLeft != nil { actions.append(.failed(peer, .rateLimited)) }
            return
        }
        var handshake = NoiseHandshake(role: .initiator, staticKey: staticKey, ephemeralKey: .init(using: &random))
        guard let first = try? handshake.writeMessage() else { return }
        let initiation = NoiseConversation.Initiation(
            handshake: handshake, first: first, attemptsLeft: attemptsLeft, isConfirmation: isConfirmation,
            repeatDue: now + limits.repeatTime, expires: now + limits.initiationTimeout)
        conversations[peer]?.exchange = .initiating(initiation)
        conversations[peer]?.lastUsed = now
        schedule(now + limits.repeatTime)
        actions.append(.send(first, to: peer))
    }

    /// True when the peer is in the table, if need be in the place of one that is not busy.
    mutating func makeRoom(for peer: PeerID, now: Instant) -> Bool {
        guard conversations[peer] == nil else { return true }
        if conversations.count >= limits.peers {
            guard let victim = leastUseful(now: now) else { return false }
            close(victim)
            conversations[victim] = nil
        }
        conversations[peer] = NoiseConversation(limits: limits, now: now)
        schedule(now + limits.idleTime)
        return true
    }

    /// One with nothing but its rates, else a session long unused; never a handshake under way.
    private func leastUseful(now: Instant) -> PeerID? {
        let candidates = conversations.filter { _, conversation in
            conversation.isIdle || conversation.exchange == nil && conversation.lastUsed + limits.idleTime <= now
        }
        return candidates.min { left, right in
            (left.value.isIdle ? 0 : 1, left.value.lastUsed, left.key)
                < (right.value.isIdle ? 0 : 1, right.value.lastUsed, right.key)
        }?.key
    }
}

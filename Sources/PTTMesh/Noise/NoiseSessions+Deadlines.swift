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
            settleInitiation(with: peer, now: now, into: &actions)
            settleAnswers(to: peer, now: now, using: &random, into: &actions)
            pursueWish(for: peer, now: now, using: &random, into: &actions)
            renew(peer, now: now, using: &random, into: &actions)
            if let conversation = conversations[peer], conversation.isIdle, conversation.due(limits) <= now {
                conversations[peer] = nil
            }
        }
        nextDeadline = conversations.values.map { $0.due(limits) }.min()
    }

    private mutating func expireSession(with peer: PeerID, now: Instant, into actions: inout [Action]) {
        conversations[peer]?.formers.removeAll { $0.retires <= now }
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
        guard conversations[peer]?.current?.isConfirmed != true else { return }
        do {
            try answer(deferred.message, from: peer, now: now, using: &random, into: &actions)
        } catch {
            actions.append(.refused(peer, error))
        }
    }

    /// Repeats our first message once, and gives the handshake up in the end.
    private mutating func settleInitiation(with peer: PeerID, now: Instant, into actions: inout [Action]) {
        guard let initiation = conversations[peer]?.initiation else { return }
        if initiation.expires <= now {
            conversations[peer]?.initiation = nil
            guard initiation.sawWrongKey, conversations[peer]?.current == nil, conversations[peer]?.wish != nil else {
                return
            }
            conversations[peer]?.wish = nil
            actions.append(.failed(peer, .wrongIdentity))
        } else if let due = initiation.repeatDue, due <= now {
            conversations[peer]?.initiation?.repeatDue = nil
            guard conversations[peer]?.departures.takesToken(at: now) == true else { return }
            actions.append(.send(initiation.first, to: peer))
        }
    }

    /// Gives up handshakes that the peer began and never ended, and makes sure that a session which stood still does.
    private mutating func settleAnswers(
        to peer: PeerID, now: Instant, using random: inout some RandomNumberGenerator, into actions: inout [Action]
    ) {
        guard let conversation = conversations[peer], conversation.answers.contains(where: { $0.expires <= now }) else {
            return
        }
        conversations[peer]?.answers.removeAll { $0.expires <= now }
        guard conversations[peer]?.answers.isEmpty == true else { return }
        heldCount -= conversation.held.count
        conversations[peer]?.held = []
        guard let current = conversation.current, conversation.answers.contains(where: { current.opened < $0.began })
        else { return }
        conversations[peer]?.ignoresFreshUntil = now + limits.refractoryTime
        guard conversation.initiation == nil else { return }
        initiate(with: peer, now: now, using: &random, into: &actions)
    }

    /// Tries again for whoever waits for a session, or says that none came about.
    private mutating func pursueWish(
        for peer: PeerID, now: Instant, using random: inout some RandomNumberGenerator, into actions: inout [Action]
    ) {
        guard let conversation = conversations[peer], let attemptsLeft = conversation.wish,
            conversation.current == nil, !conversation.isShakingHands
        else { return }
        if attemptsLeft > 0 {
            initiate(with: peer, now: now, using: &random, into: &actions)
        } else {
            conversations[peer]?.wish = nil
            actions.append(.failed(peer, .timedOut))
        }
    }

    /// Begins a session over one that grows old, that the peer never used, or that it seems not to have.
    private mutating func renew(
        _ peer: PeerID, now: Instant, using random: inout some RandomNumberGenerator, into actions: inout [Action]
    ) {
        guard let conversation = conversations[peer] else { return }
        let isUnconfirmed = conversation.current?.confirmationDue.map { $0 <= now } ?? false
        let isOld = conversation.current.map { $0.renewalDue <= now } ?? false
        let isSuspect = isSuspect(conversation, now: now)
        if let due = conversation.suspicionDue, due <= now { conversations[peer]?.suspicionDue = nil }
        guard isUnconfirmed || isOld || isSuspect else { return }
        guard isSuspect || conversation.answers.isEmpty else {
            // The peer has begun already; if that comes to nothing, there is time.
            if isUnconfirmed { conversations[peer]?.current?.confirmationDue = now + limits.initiationTimeout }
            if isOld { conversations[peer]?.current?.renewalDue = now + limits.initiationTimeout }
            return
        }
        if isUnconfirmed { conversations[peer]?.current?.confirmationDue = nil }
        if isOld { conversations[peer]?.current?.renewalDue = now + limits.renewalInterval }
        if isSuspect {
            // A session that never worked is worth nothing: try again soon.
            let pause = conversation.current?.isConfirmed == true ? limits.suspicionInterval : limits.suspicionTime * 2
            conversations[peer]?.suspicionPause = now + pause
        }
        guard conversation.initiation == nil else { return }
        initiate(with: peer, isConfirmation: isUnconfirmed, now: now, using: &random, into: &actions)
    }

    /// True when the peer talked in a session that we do not have, and not lately in the one that we have.
    private func isSuspect(_ conversation: NoiseConversation, now: Instant) -> Bool {
        guard let due = conversation.suspicionDue, due <= now else { return false }
        guard let current = conversation.current else { return true }
        return (current.lastHeard ?? current.opened) + limits.overtakingTime <= now
    }

    mutating func initiate(
        with peer: PeerID, isConfirmation: Bool = false, now: Instant,
        using random: inout some RandomNumberGenerator, into actions: inout [Action]
    ) {
        let attemptsLeft = conversations[peer]?.wish
        conversations[peer]?.wish = attemptsLeft.map { $0 - 1 }
        guard conversations[peer]?.departures.takesToken(at: now) == true, departures.takesToken(at: now) else {
            guard attemptsLeft != nil else { return }
            conversations[peer]?.wish = nil
            return actions.append(.failed(peer, .rateLimited))
        }
        var handshake = NoiseHandshake(role: .initiator, staticKey: staticKey, ephemeralKey: .init(using: &random))
        let first: [UInt8]
        do {
            first = try handshake.writeMessage()
        } catch {
            return actions.append(.refused(peer, error))
        }
        conversations[peer]?.initiation = .init(
            handshake: handshake, first: first, began: now, isConfirmation: isConfirmation,
            repeatDue: now + limits.repeatTime, expires: now + limits.initiationTimeout)
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
            conversation.isIdle || !conversation.isShakingHands && conversation.lastUsed + limits.idleTime <= now
        }
        return candidates.min { left, right in
            (left.value.isIdle ? 0 : 1, left.value.lastUsed, left.key)
                < (right.value.isIdle ? 0 : 1, right.value.lastUsed, right.key)
        }?.key
    }
}

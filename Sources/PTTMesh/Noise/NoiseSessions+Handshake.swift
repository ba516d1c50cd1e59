public import PTTCrypto
public import PTTWire

// Handshake messages: 32 bytes begin, 96 answer, 64 end (bitchat wire §4.2–4.5).
extension NoiseSessions {
    /// Takes a handshake message that a packet says is from `peer`.
    ///
    /// - Parameter pinnedKey: The key that the peer is known by, if it is; another is refused even where the ID fits.
    public mutating func receive(
        handshake message: [UInt8], from peer: PeerID, pinnedKey: X25519.PublicKey? = nil, now: Instant,
        using random: inout some RandomNumberGenerator, into actions: inout [Action]
    ) {
        do throws(NoiseError) {
            guard peer != ownID else { throw .wrongIdentity }
            switch message.count {
            case NoiseHandshake.messageBytes.first:
                try receiveFirst(message, from: peer, now: now, using: &random, into: &actions)
            case NoiseHandshake.messageBytes.second:
                try receiveSecond(message, from: peer, pinnedKey, now: now, into: &actions)
            case NoiseHandshake.messageBytes.third:
                try receiveThird(message, from: peer, pinnedKey, now: now, into: &actions)
            default:
                throw .messageLength
            }
        } catch {
            actions.append(.refused(peer, error))
        }
    }

    private mutating func receiveFirst(
        _ message: [UInt8], from peer: PeerID, now: Instant, using random: inout some RandomNumberGenerator,
        into actions: inout [Action]
    ) throws(NoiseError) {
        try admitFirst(from: peer, now: now)
        guard conversations[peer]?.current?.first != message else { throw .replayed }
        if let answer = conversations[peer]?.answers.first(where: { $0.first == message }) {
            // The peer repeats itself because our answer was lost: the same again, so that either copy serves.
            return actions.append(.send(answer.second, to: peer))
        }
        if let initiation = conversations[peer]?.initiation {
            guard peer < ownID else {
                // Both began, and ours goes on; the peer lives, so ours may well have been lost.
                return repeatSoon(initiation, to: peer, now: now)
            }
            // Ours is put aside, not dropped: this message may be forged.
            conversations[peer]?.initiation?.repeatDue = nil
        } else {
            if isDeferring(message, from: peer, now: now) { return }
            guard !isIgnoringFresh(from: peer, now: now) else { throw .outOfTurn }
        }
        try answer(message, from: peer, now: now, using: &random, into: &actions)
    }

    /// Counts a first message; whoever is in a session is not held up by strangers.
    private mutating func admitFirst(from peer: PeerID, now: Instant) throws(NoiseError) {
        let isStranger = conversations[peer]?.current == nil
        guard !isStranger || arrivals.hasToken(at: now) else { throw .rateLimited }
        guard makeRoom(for: peer, now: now) else { throw .tableFull }
        guard conversations[peer]?.arrivals.takesToken(at: now) == true else { throw .rateLimited }
        if isStranger { _ = arrivals.takesToken(at: now) }
    }

    private mutating func repeatSoon(_ initiation: NoiseConversation.Initiation, to peer: PeerID, now: Instant) {
        guard let due = initiation.repeatDue else { return }
        conversations[peer]?.initiation?.repeatDue = min(due, now + limits.crossingTime)
        schedule(now + limits.crossingTime)
    }

    /// Puts a message aside that may have crossed ours: where the session lives, nothing is lost by that.
    private mutating func isDeferring(_ message: [UInt8], from peer: PeerID, now: Instant) -> Bool {
        guard ownID < peer, let current = conversations[peer]?.current, current.isOurs,
            now < current.opened + limits.crossingTime
        else { return false }
        conversations[peer]?.deferred = (message, current.opened + limits.crossingTime)
        schedule(current.opened + limits.crossingTime)
        return true
    }

    /// True while a handshake over this session came to nothing lately, and the session was used since it began.
    private func isIgnoringFresh(from peer: PeerID, now: Instant) -> Bool {
        guard let conversation = conversations[peer], let end = conversation.ignoresFreshUntil, now < end,
            let heard = conversation.current?.lastHeard
        else { return false }
        return end < heard + limits.refractoryTime + limits.quarantine
    }

    mutating func answer(
        _ first: [UInt8], from peer: PeerID, now: Instant, using random: inout some RandomNumberGenerator,
        into actions: inout [Action]
    ) throws(NoiseError) {
        var handshake = NoiseHandshake(role: .responder, staticKey: staticKey, ephemeralKey: .init(using: &random))
        _ = try handshake.readMessage(first.span)
        let second = try handshake.writeMessage()
        let answer = NoiseConversation.Answer(
            handshake: handshake, first: first, second: second, began: now, expires: now + limits.quarantine)
        if let count = conversations[peer]?.answers.count, count >= limits.answersPerPeer {
            conversations[peer]?.answers.removeFirst(count - limits.answersPerPeer + 1)
        }
        conversations[peer]?.answers.append(answer)
        conversations[peer]?.lastUsed = now
        schedule(answer.expires)
        actions.append(.send(second, to: peer))
    }

    private mutating func receiveSecond(
        _ message: [UInt8], from peer: PeerID, _ pinnedKey: X25519.PublicKey?, now: Instant,
        into actions: inout [Action]
    ) throws(NoiseError) {
        guard let initiation = conversations[peer]?.initiation else { throw .outOfTurn }
        guard initiation.tries < limits.triesPerHandshake else { throw .rateLimited }
        conversations[peer]?.initiation?.tries += 1
        var handshake = initiation.handshake
        _ = try handshake.readMessage(message.span)
        guard belongs(handshake.remoteStaticKey, to: peer, pinnedKey) else {
            conversations[peer]?.initiation?.sawWrongKey = true
            throw .wrongIdentity
        }
        let third = try handshake.writeMessage()
        let session = try handshake.session()
        actions.append(.send(third, to: peer))
        // The peer's earlier handshakes may be complete on its side: they stay answered.
        conversations[peer]?.initiation = nil
        let standing = standing(session, first: initiation.first, isOurs: true, began: initiation.began, now: now)
        establish(standing, with: peer, now: now, into: &actions)
        if initiation.isConfirmation { conversations[peer]?.current?.confirmationDue = nil }
    }

    private mutating func receiveThird(
        _ message: [UInt8], from peer: PeerID, _ pinnedKey: X25519.PublicKey?, now: Instant,
        into actions: inout [Action]
    ) throws(NoiseError) {
        guard let answers = conversations[peer]?.answers, !answers.isEmpty else { throw .outOfTurn }
        var failure = NoiseError.rateLimited
        for (index, answer) in answers.enumerated().reversed() where answer.tries < limits.triesPerHandshake {
            conversations[peer]?.answers[index].tries += 1
            var handshake = answer.handshake
            do throws(NoiseError) {
                _ = try handshake.readMessage(message.span)
                guard belongs(handshake.remoteStaticKey, to: peer, pinnedKey) else { throw .wrongIdentity }
                let session = try handshake.session()
                conversations[peer]?.answers.removeFirst(index + 1)
                let standing = standing(session, first: answer.first, isOurs: false, began: answer.began, now: now)
                return establish(standing, with: peer, now: now, into: &actions)
            } catch {
                failure = failure == .wrongIdentity ? failure : error
            }
        }
        throw failure
    }

    private func belongs(_ key: X25519.PublicKey?, to peer: PeerID, _ pinnedKey: X25519.PublicKey?) -> Bool {
        guard let key else { return false }
        return PeerID(noiseKey: key.bytes[...]) == peer && (pinnedKey == nil || pinnedKey == key)
    }

    private func standing(
        _ session: NoiseSession, first: [UInt8], isOurs: Bool, began: Instant, now: Instant
    ) -> NoiseConversation.Standing {
        .init(
            session: session, first: first, isOurs: isOurs, began: began, opened: now,
            confirmationDue: isOurs ? now + limits.confirmationTime : nil, renewalDue: now + limits.renewalAge,
            expires: now + limits.lifetime)
    }

    /// Puts a session in place; those before go on receiving for a while.
    private mutating func establish(
        _ session: NoiseConversation.Standing, with peer: PeerID, now: Instant, into actions: inout [Action]
    ) {
        guard var conversation = conversations[peer] else { return }
        let isLatest = conversation.adopt(session, until: now + limits.quarantine)
        conversation.wish = nil
        conversation.suspicionDue = nil
        conversation.deferred = nil
        conversation.ignoresFreshUntil = nil
        conversation.lastUsed = now
        conversations[peer] = conversation
        schedule(conversation.due(limits))
        if isLatest { actions.append(.opened(peer, key: session.session.remoteStaticKey)) }
        releaseHeld(of: peer, now: now, into: &actions)
    }

    /// Opens what overtook the handshake; what does not open waits on while another handshake may be the one.
    private mutating func releaseHeld(of peer: PeerID, now: Instant, into actions: inout [Action]) {
        guard let conversation = conversations[peer] else { return }
        var waiting: [NoiseConversation.Held] = []
        for held in conversation.held {
            var plaintext: [UInt8] = []
            do {
                try conversations[peer]?.open(held.message.span, now: now, appendingTo: &plaintext)
                actions.append(
                    .received(.init(plaintext: plaintext, sender: peer, sent: held.sent, arrived: held.arrived)))
            } catch {
                if conversation.answers.isEmpty {
                    actions.append(.refused(peer, error))
                } else {
                    waiting.append(held)
                }
            }
        }
        heldCount -= conversation.held.count - waiting.count
        conversations[peer]?.held = waiting
    }
}

extension X25519.PrivateKey {
    /// A key drawn from a generator, which outside tests is ``SecureRandom``.
    init(using random: inout some RandomNumberGenerator) {
        let bytes = SecretBytes(count: X25519.keyByteCount) { span in
            for word in 0..<4 {
                let value = random.next()
                for index in 0..<8 { span[8 * word + index] = UInt8(truncatingIfNeeded: value >> (8 * UInt64(index))) }
            }
        }
        do {
            try self.init(bytes)
        } catch {
            preconditionFailure("a drawn key of \(bytes.count) bytes")
        }
    }
}

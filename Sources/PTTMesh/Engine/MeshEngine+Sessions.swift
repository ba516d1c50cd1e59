import PTTCrypto
import PTTWire

extension MeshEngine {
    func hasSession(with peer: PeerID) -> Bool {
        switch sessions.state(of: peer) {
        case .open, .renewing: true
        case .none, .opening: false
        }
    }

    var nextSessionTimeout: Instant? { sessions.nextDeadline }

    // MARK: Opening and closing

    /// Opens what the owner wants, or says that nobody is there to open it with.
    mutating func wantSession(with peer: PeerID, now: ClockReading, into effects: inout [Effect]) {
        guard !links.isEmpty, peer != identity.peerID, peer != .broadcast else {
            effects.append(.sessionFailed(peer, .unreachable))
            return
        }
        if hasSession(with: peer) {
            effects.append(.sessionOpened(peer))
        } else {
            openSession(with: peer, now: now, into: &effects)
        }
    }

    /// Begins a handshake, unless one is under way or a session stands.
    mutating func openSession(with peer: PeerID, now: ClockReading, into effects: inout [Effect]) {
        guard !links.isEmpty else { return }
        var actions: [NoiseSessions.Action] = []
        sessions.connect(to: peer, now: now.instant, using: &random, into: &actions)
        perform(actions, over: nil, now: now, into: &effects)
    }

    mutating func dropSession(with peer: PeerID) {
        sessions.close(peer)
    }

    mutating func performSessionTimeouts(now: ClockReading, into effects: inout [Effect]) {
        guard let due = sessions.nextDeadline, due <= now.instant else { return }
        var actions: [NoiseSessions.Action] = []
        sessions.deadlineReached(now: now.instant, using: &random, into: &actions)
        perform(actions, over: nil, now: now, into: &effects)
    }

    /// Takes a handshake message; true when it moved a handshake on.
    mutating func takeHandshake(_ packet: Packet, _ arrival: Arrival, into effects: inout [Effect]) -> Bool {
        guard packet.recipient == identity.peerID else {
            refuse(.misaddressed, sender: packet.sender, arrival, into: &effects)
            return false
        }
        let message: ArraySlice<UInt8>
        do throws(PacketError) {
            message = try packet.payload()
        } catch {
            refuse(.malformedPacket, sender: packet.sender, arrival, into: &effects)
            return false
        }
        var actions: [NoiseSessions.Action] = []
        sessions.receive(
            handshake: Array(message), from: packet.sender, pinnedKey: pinnedKey(of: packet.sender),
            now: arrival.now.instant, using: &random, into: &actions)
        perform(actions, over: arrival.link, now: arrival.now, into: &effects)
        return !actions.contains { if case .refused = $0 { true } else { false } }
    }

    private func pinnedKey(of peer: PeerID) -> X25519.PublicKey? {
        guard let pinned = pins[peer] else { return nil }
        do throws(CryptoError) {
            return try X25519.PublicKey(pinned.noiseKey)
        } catch {
            // Kept by somebody else than this engine.
            return nil
        }
    }

    private mutating func perform(
        _ actions: [NoiseSessions.Action], over link: LinkID?, now: ClockReading, into effects: inout [Effect]
    ) {
        for action in actions {
            switch action {
            case .send(let message, to: let peer):
                send(
                    .noiseHandshake, payload: message[...], to: peer, by: link.map(Route.back) ?? .everywhere, now: now,
                    into: &effects)
            case .opened(let peer, key: let key):
                sessionOpened(with: peer, key: key, over: link, now: now, into: &effects)
            case .received(let message):
                take(
                    message.plaintext,
                    Delivery(
                        sender: message.sender, sent: message.sent, arrived: message.arrived, link: link, now: now),
                    into: &effects)
            case .failed(let peer, let failure):
                effects.append(.sessionFailed(peer, failure))
            case .closed(let peer):
                peerTable.update(peer) { $0.hasSession = false }
                tellIfChanged(peer, now: now, into: &effects)
            case .refused(let peer, let error):
                refuse(MeshRefusal(handshake: error), sender: peer, link: link, now: now, into: &effects)
            }
        }
    }

    /// A new session stands: says who we are, then everything that waited for it.
    private mutating func sessionOpened(
        with peer: PeerID, key: X25519.PublicKey, over link: LinkID?, now: ClockReading, into effects: inout [Effect]
    ) {
        statistics.sessionsOpened += 1
        insertRecord(for: peer, now: now, into: &effects)
        peerTable.update(peer) { record in
            record.hasSession = true
            record.stateWasEchoed = false
            record.lastHeard = now.instant
            record.fingerprint = PeerID.fingerprint(ofNoiseKey: key.bytes[...])
            if let link { record.prove(link) }
        }
        outbox.requeue(for: peer)
        tellIfChanged(peer, now: now, into: &effects)
        effects.append(.sessionOpened(peer))
        tellState(to: peer, now: now, into: &effects)
        flush(to: peer, now: now, into: &effects)
        schedule.force(at: now.instant)
    }

    // MARK: Messages

    /// Opens a message; true when it was authentic.
    ///
    /// A message of a session is let in whatever its stamp says: the session tells that it is genuine and no repeat.
    mutating func takeMessage(_ packet: Packet, _ arrival: Arrival, into effects: inout [Effect]) -> Bool {
        guard packet.recipient == identity.peerID else {
            refuse(.misaddressed, sender: packet.sender, arrival, into: &effects)
            return false
        }
        var plaintext: [UInt8] = []
        do throws(PacketError) {
            let message = try packet.payload()
            plaintext.reserveCapacity(message.count)
            guard open(message, of: packet, into: &plaintext, arrival, into: &effects) else { return false }
        } catch {
            refuse(.malformedPacket, sender: packet.sender, arrival, into: &effects)
            return false
        }
        lastTraffic = arrival.now.instant
        guard !plaintext.isEmpty else { return true }
        take(
            plaintext,
            Delivery(
                sender: packet.sender, sent: packet.timestamp, arrived: arrival.now.instant, link: arrival.link,
                now: arrival.now),
            into: &effects)
        return true
    }

    private mutating func open(
        _ message: ArraySlice<UInt8>, of packet: Packet, into plaintext: inout [UInt8], _ arrival: Arrival,
        into effects: inout [Effect]
    ) -> Bool {
        do throws(NoiseError) {
            try sessions.open(
                message.span, from: packet.sender, sent: packet.timestamp, now: arrival.now.instant,
                appendingTo: &plaintext)
            return true
        } catch {
            guard error != .held else { return true }
            let isStrangeClock = error == .noSession && !isOnTime(packet, at: arrival.now)
            refuse(
                isStrangeClock ? .wrongClock : MeshRefusal(message: error), sender: packet.sender, arrival,
                into: &effects)
            if error == .noSession, !isStrangeClock, unaskedSessions.takesToken(at: arrival.now.instant) {
                openSession(with: packet.sender, now: arrival.now, into: &effects)
            }
            return false
        }
    }

    /// Takes what was inside a message.
    private mutating func take(_ plaintext: [UInt8], _ delivery: Delivery, into effects: inout [Effect]) {
        insertRecord(for: delivery.sender, now: delivery.now, into: &effects)
        let lateness = noteTraffic(delivery, into: &effects)
        let payload: PrivatePayload
        do throws(PayloadError) {
            payload = try PrivatePayload(decoding: plaintext[...])
        } catch {
            refuse(.unknownPayload, sender: delivery.sender, link: delivery.link, now: delivery.now, into: &effects)
            return
        }
        switch payload.kind {
        case .voice: takeVoice(payload.body, delivery, lateness: lateness, into: &effects)
        case .message: takeText(payload.body, delivery, into: &effects)
        case .deliveredReceipt: takeReceipt(payload.body, isRead: false, from: delivery.sender, into: &effects)
        case .readReceipt: takeReceipt(payload.body, isRead: true, from: delivery.sender, into: &effects)
        case .peerState: takeState(payload.body, delivery, into: &effects)
        case .burstReport: takeReport(payload.body, delivery, into: &effects)
        case .groupInvite, .groupKeyUpdate, .verifyChallenge, .verifyResponse, .vouch, .file:
            refuse(.unknownPayload, sender: delivery.sender, link: delivery.link, now: delivery.now, into: &effects)
        }
    }

    /// Notes that the peer is alive and by which way; returns how late the message is, in milliseconds.
    private mutating func noteTraffic(_ delivery: Delivery, into effects: inout [Effect]) -> Int64 {
        let tolerance = freshness
        var isBack = false
        let lateness = peerTable.update(delivery.sender) { record in
            record.lastHeard = delivery.now.instant
            if let link = delivery.link { record.prove(link) }
            isBack = record.told?.isReachable != true
            return record.clock.observe(delivery.sent, at: delivery.arrived, tolerance: tolerance)
        }
        if isBack { tellIfChanged(delivery.sender, now: delivery.now, into: &effects) }
        return lateness ?? 0
    }

    mutating func refuse(_ reason: MeshRefusal, _ delivery: Delivery, into effects: inout [Effect]) {
        refuse(reason, sender: delivery.sender, link: delivery.link, now: delivery.now, into: &effects)
    }

    /// Seals one message and sends it; false when there is no session that takes it.
    ///
    /// One buffer is allocated, the frame that is handed over.
    mutating func seal(
        _ kind: PrivatePayload.Kind, _ body: [UInt8], to peer: PeerID, now: ClockReading, into effects: inout [Effect]
    ) -> Bool {
        // Taken out for the while, so that it can be read beside the sessions.
        var plaintext: [UInt8] = []
        swap(&plaintext, &scratch)
        defer { swap(&plaintext, &scratch) }
        plaintext.removeAll(keepingCapacity: true)
        plaintext.append(kind.rawValue)
        plaintext.append(contentsOf: body)
        let length = plaintext.count + NoiseSession.overhead
        guard length <= PacketVersion.v1.largestLength else { return false }
        let draft = PacketDraft(.noiseEncrypted, from: identity.peerID, to: peer, at: now.timestamp, payload: [])
        var frame: [UInt8] = []
        frame.reserveCapacity(Padding.paddedLength(PacketVersion.v1.headerLength + 2 * PeerID.byteCount + length))
        draft.appendHeader(to: &frame, payloadLength: length, isCompressed: false)
        do throws(NoiseError) {
            try sessions.seal(plaintext.span, to: peer, now: now.instant, appendingTo: &frame)
        } catch {
            return false
        }
        Padding.fill(&frame)
        dispatch(frame, to: peer, into: &effects)
        return true
    }

    // MARK: Peer state

    mutating func tellState(to peer: PeerID, now: ClockReading, into effects: inout [Effect]) {
        let state = PeerState(
            capabilities: configuration.capabilities, signingKey: identity.signingKey.publicKey.bytes[...])
        _ = seal(.peerState, state.encoded(), to: peer, now: now, into: &effects)
    }

    /// Believes which signing key a peer says is its own: whoever speaks here proved the Noise key that its ID stands for.
    private mutating func takeState(_ body: ArraySlice<UInt8>, _ delivery: Delivery, into effects: inout [Effect]) {
        let state: PeerState
        do throws(PayloadError) {
            state = try PeerState(decoding: body)
        } catch {
            refuse(.malformedPayload, delivery, into: &effects)
            return
        }
        guard let noiseKey = sessions.session(with: delivery.sender)?.remoteStaticKey.bytes else { return }
        let proven = PinnedPeer(
            id: delivery.sender, noiseKey: noiseKey, signingKey: Array(state.signingKey), isProven: true)
        if let pinned = pins[delivery.sender], pinned.signingKey != proven.signingKey {
            // The announces believed so far were somebody else's.
            refuse(.signingKeyMismatch, delivery, into: &effects)
            for link in peerTable[delivery.sender]?.links ?? [] { links.unbind(link) }
            peerTable.update(delivery.sender) { $0.forgetAnnounce() }
            tellIfChanged(delivery.sender, now: delivery.now, into: &effects)
        }
        if pins[delivery.sender] != proven { keep(proven, into: &effects) }
        guard peerTable[delivery.sender]?.stateWasEchoed == false else { return }
        peerTable.update(delivery.sender) { $0.stateWasEchoed = true }
        tellState(to: delivery.sender, now: delivery.now, into: &effects)
    }
}

/// Something that came out of a session, and how it came.
struct Delivery {
    var sender: PeerID
    var sent: Timestamp
    /// Earlier than now where the message had to be held.
    var arrived: Instant
    var link: LinkID?
    var now: ClockReading
}

extension MeshRefusal {
    /// Why a handshake message was not taken.
    init(handshake error: NoiseError) {
        switch error {
        case .rateLimited, .tableFull: self = .handshakeRateLimited
        case .wrongIdentity: self = .handshakeWrongIdentity
        case .replayed, .outOfTurn: self = .handshakeOutOfTurn
        case .messageLength, .weakKey, .authenticationFailed, .exhausted, .noSession, .held: self = .handshakeFailed
        }
    }

    /// Why a message was not opened.
    init(message error: NoiseError) {
        switch error {
        case .noSession, .exhausted, .held: self = .noSession
        case .replayed: self = .replayedMessage
        case .messageLength: self = .malformedMessage
        case .rateLimited, .tableFull: self = .messageRateLimited
        case .authenticationFailed, .weakKey, .outOfTurn, .wrongIdentity: self = .forgedMessage
        }
    }
}

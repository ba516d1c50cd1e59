import PTTWire

/// Where a frame came from and when: what every step of taking it in needs.
struct Arrival {
    var link: LinkID
    var now: ClockReading
}

/// How a frame of others goes on.
private struct ForwardPlan {
    var decision: ForwardDecision
    var fingerprint: PacketFingerprint
    var recipient: PeerID?
}

extension MeshEngine {
    /// Takes in one frame: reads it, keeps what is for us, hands on what is for others.
    mutating func receive(
        _ frame: consuming [UInt8], over link: LinkID, now: ClockReading, into effects: inout [Effect]
    ) {
        statistics.framesReceived += 1
        let arrival = Arrival(link: link, now: now)
        // The packet, which shares the frame's memory, is gone when the plan is carried out in that memory.
        guard let plan = process(frame, arrival, into: &effects) else { return }
        FramePatch.setTimeToLive(plan.decision.timeToLive, in: &frame)
        carryOut(plan, for: frame, arrival, into: &effects)
    }

    private mutating func process(
        _ frame: [UInt8], _ arrival: Arrival, into effects: inout [Effect]
    ) -> ForwardPlan? {
        guard frame.count <= configuration.limits.frameBytes else {
            refuse(.oversizedFrame, sender: nil, arrival, into: &effects)
            return nil
        }
        guard links[arrival.link] != nil || links.add(arrival.link, isCostly: false) else {
            refuse(.tooManyLinks, sender: nil, arrival, into: &effects)
            return nil
        }
        do throws(PacketError) {
            return plan(for: try Packet(decoding: frame), arrival, into: &effects)
        } catch {
            refuse(.malformedPacket, sender: nil, arrival, into: &effects)
            return nil
        }
    }

    private mutating func plan(
        for packet: Packet, _ arrival: Arrival, into effects: inout [Effect]
    ) -> ForwardPlan? {
        guard packet.sender != identity.peerID else {
            refuse(.looped, sender: packet.sender, arrival, into: &effects)
            return nil
        }
        let fingerprint = seen.fingerprint(of: packet)
        guard !seen.contains(fingerprint) else {
            noteDuplicate(fingerprint, of: packet, arrival, into: &effects)
            return nil
        }
        if !packet.isBroadcast, packet.recipient != identity.peerID {
            return planForOthers(packet, fingerprint, arrival, into: &effects)
        }
        guard take(packet, arrival, into: &effects) else { return nil }
        seen.insert(fingerprint)
        guard packet.isBroadcast, isFlooded(packet) else { return nil }
        return ForwardDecision(
            forwardClass(of: packet), timeToLive: packet.timeToLive, degree: peerTable.connectedCount
        )
        .map { ForwardPlan(decision: $0, fingerprint: fingerprint, recipient: nil) }
    }

    /// Only what this node has verified is flooded, and only what makes peers known beyond one hop.
    private func isFlooded(_ packet: Packet) -> Bool {
        packet.type == .announce || packet.type == .leave
    }

    private func forwardClass(of packet: Packet) -> ForwardClass {
        ForwardClass(typeByte: packet.typeByte, recipient: packet.recipient)
    }

    private mutating func planForOthers(
        _ packet: Packet, _ fingerprint: PacketFingerprint, _ arrival: Arrival, into effects: inout [Effect]
    ) -> ForwardPlan? {
        guard isOnTime(packet, arrival, into: &effects) else { return nil }
        let decision = ForwardDecision(
            forwardClass(of: packet), timeToLive: packet.timeToLive, degree: peerTable.connectedCount)
        guard let decision else { return nil }
        lastTraffic = arrival.now.instant
        seen.insert(fingerprint)
        return ForwardPlan(decision: decision, fingerprint: fingerprint, recipient: packet.recipient)
    }

    /// Sends the frame on at once where its recipient is our neighbour; else after a delay in which others may be faster.
    private mutating func carryOut(
        _ plan: ForwardPlan, for frame: consuming [UInt8], _ arrival: Arrival, into effects: inout [Effect]
    ) {
        if let recipient = plan.recipient, let link = peerTable.way(to: recipient), link != arrival.link {
            statistics.framesForwarded += 1
            effects.append(.send(frame, over: link))
            return
        }
        guard !forwards.isFull else {
            refuse(.forwardQueueFull, sender: nil, arrival, into: &effects)
            return
        }
        let delay = Int.random(in: plan.decision.delayMilliseconds, using: &random)
        forwards.append(
            ForwardQueue.Entry(
                due: arrival.now.instant + .milliseconds(delay), frame: frame, fingerprint: plan.fingerprint,
                ingress: arrival.link, recipient: plan.recipient))
    }

    mutating func forward(_ entry: consuming ForwardQueue.Entry, into effects: inout [Effect]) {
        if let recipient = entry.recipient, let link = peerTable.way(to: recipient) {
            // Back to where it came from would be for nothing.
            guard link != entry.ingress else { return }
            effects.append(.send(entry.frame, over: link))
        } else {
            effects.append(.broadcast(entry.frame, except: entry.ingress))
        }
        statistics.framesForwarded += 1
    }

    private mutating func noteDuplicate(
        _ fingerprint: PacketFingerprint, of packet: Packet, _ arrival: Arrival, into effects: inout [Effect]
    ) {
        statistics.count(.duplicate)
        let isMessage = packet.type == .noiseEncrypted && packet.recipient == identity.peerID
        peerTable.update(packet.sender) { $0.heardCopy(over: arrival.link, isMessage: isMessage) }
        // With two neighbours or fewer, whoever we would forward to has not heard that copy.
        guard peerTable.connectedCount > 2 else { return }
        if forwards.cancel(fingerprint, heardOver: arrival.link) { statistics.forwardsCancelled += 1 }
    }

    /// Takes a packet that is for us, or for everyone; true when it proved itself.
    private mutating func take(_ packet: Packet, _ arrival: Arrival, into effects: inout [Effect]) -> Bool {
        switch packet.type {
        case .noiseEncrypted: return takeMessage(packet, arrival, into: &effects)
        case .noiseHandshake:
            return isOnTime(packet, arrival, into: &effects) && takeHandshake(packet, arrival, into: &effects)
        case .announce:
            return isOnTime(packet, arrival, into: &effects) && takeAnnounce(packet, arrival, into: &effects)
        case .leave: return isOnTime(packet, arrival, into: &effects) && takeLeave(packet, arrival, into: &effects)
        case .ping: return isOnTime(packet, arrival, into: &effects) && answer(packet, arrival, into: &effects)
        case .pong, .publicMessage, .courierEnvelope, .fragment, .syncRequest, .fileTransfer, .boardPost, .prekeyBundle,
            .groupMessage, .nostrCarrier, .publicVoice, .announceV2, nil:
            refuse(.unexpectedType, sender: packet.sender, arrival, into: &effects)
            return false
        }
    }

    /// Whether the stamp is within two minutes of our clock.
    func isOnTime(_ packet: Packet, at now: ClockReading) -> Bool {
        PacketPolicy.admits(
            packet.timestamp, at: now.timestamp, isSyncAnswer: packet.flags.contains(.isSyncAnswer),
            wasSyncRequested: false)
    }

    private mutating func isOnTime(_ packet: Packet, _ arrival: Arrival, into effects: inout [Effect]) -> Bool {
        guard !isOnTime(packet, at: arrival.now) else { return true }
        refuse(.wrongClock, sender: packet.sender, arrival, into: &effects)
        return false
    }

    mutating func refuse(
        _ reason: MeshRefusal, sender: PeerID?, _ arrival: Arrival, into effects: inout [Effect]
    ) {
        refuse(reason, sender: sender, link: arrival.link, now: arrival.now, into: &effects)
    }

    /// Answers a ping to us; nobody can make us speak more than so often.
    private mutating func answer(_ packet: Packet, _ arrival: Arrival, into effects: inout [Effect]) -> Bool {
        guard packet.recipient == identity.peerID else {
            refuse(.misaddressed, sender: packet.sender, arrival, into: &effects)
            return false
        }
        let nonce: UInt64
        do {
            nonce = try Ping(decoding: packet.payload()).nonce
        } catch {
            refuse(.malformedPayload, sender: packet.sender, arrival, into: &effects)
            return false
        }
        guard pings.takesToken(at: arrival.now.instant) else {
            refuse(.pingRateLimited, sender: packet.sender, arrival, into: &effects)
            return false
        }
        let pong = Ping(nonce: nonce, originTimeToLive: PacketLayout.originTimeToLive)
        send(
            .pong, payload: pong.encoded()[...], to: packet.sender, by: .back(arrival.link), now: arrival.now,
            into: &effects)
        return true
    }
}

import PTTWire

extension MeshEngine {
    /// Seals one burst packet and sends it; voice never waits for a session, but asks for one.
    mutating func sendVoice(
        _ content: [UInt8], to peer: PeerID, now: ClockReading, into effects: inout [Effect]
    ) {
        guard hasSession(with: peer), seal(.voice, content, to: peer, now: now, into: &effects) else {
            statistics.voiceWithoutSession += 1
            effects.append(.report(.voiceWithoutSession(peer)))
            openSession(with: peer, now: now, into: &effects)
            return
        }
        statistics.voiceSent += 1
    }

    /// Hands a burst packet to the owner, and says whether it is still live.
    mutating func takeVoice(
        _ content: ArraySlice<UInt8>, _ delivery: Delivery, lateness: Int64, into effects: inout [Effect]
    ) {
        let isFresh = lateness <= freshness
        statistics.voiceReceived += 1
        if !isFresh { statistics.voiceStale += 1 }
        effects.append(
            .voiceReceived(
                VoiceDelivery(sender: delivery.sender, content: content, isFresh: isFresh, sent: delivery.sent)))
    }

    /// Tells a talker what became of its burst here, where it knows our extension.
    mutating func tellHeard(_ report: BurstReport, to peer: PeerID, now: ClockReading, into effects: inout [Effect]) {
        guard configuration.reportsBursts, peerTable[peer]?.voice != nil else { return }
        _ = seal(.burstReport, report.encoded(), to: peer, now: now, into: &effects)
    }

    mutating func takeReport(
        _ body: ArraySlice<UInt8>, _ delivery: Delivery, into effects: inout [Effect]
    ) {
        do throws(PayloadError) {
            effects.append(.burstReported(try BurstReport(decoding: body), by: delivery.sender))
        } catch {
            refuse(.malformedPayload, delivery, into: &effects)
        }
    }
}

import Foundation
import PTTMedia
import PTTMesh
import PTTVoice
import PTTWire

extension Device {
    func receive(_ delivery: VoiceDelivery) {
        let now = SystemClock.instant()
        var outputs: [BurstOutput<PeerID>] = []
        do {
            try receiver.assemblies.receive(
                delivery.content, from: delivery.sender, in: .direct, now: now, into: &outputs)
        } catch {
            tell(.warning(Warning(kind: "malformed_burst", message: "From \(nickname(of: delivery.sender)): \(error)")))
        }
        for output in outputs { take(output, at: now, isFresh: delivery.isFresh) }
        receiver.setAlarm()
    }

    func receiverDeadlineReached() {
        let now = SystemClock.instant()
        var outputs: [BurstOutput<PeerID>] = []
        receiver.assemblies.advance(to: now, into: &outputs)
        for output in outputs { take(output, at: now, isFresh: true) }
        receiver.setAlarm()
    }

    /// Closes every note, as at the end of the node.
    func finishReceiving() {
        for burst in receiver.bursts.values { _ = burst.note?.finish() }
        receiver.bursts.removeAll()
    }

    private func take(_ output: BurstOutput<PeerID>, at now: Instant, isFresh: Bool) {
        let key = output.key
        switch output.event {
        case .opened(let codec, _):
            open(key, codec: codec, isFresh: isFresh)
        case .arrived(let packet):
            if isFresh { play(packet, of: key, at: now) }
        case .delivered(let frame, let codec):
            receiver.bursts[key]?.note?.append(frame, codec: codec)
        case .ended(let end):
            listener?.speaker.end(key, packetCount: Int(end.packetCount))
        case .finished(let summary):
            listener?.speaker.end(key, packetCount: summary.end.map { Int($0.packetCount) })
            receiver.bursts[key]?.summary = summary
            completeIfDone(key)
        case .canceled:
            cancel(key)
        case .refused(let refusal):
            refuse(key, refusal)
        }
    }

    private func open(_ key: BurstKey<PeerID>, codec: VoiceCodec, isFresh: Bool) {
        var burst = IncomingBurst(key: key, codec: codec)
        do {
            burst.note = try IncomingNote(key, codec: codec, in: directories.incomingNotes)
        } catch {
            tell(.warning(Warning(kind: "storage", message: "The burst cannot be kept: \(error)")))
        }
        receiver.bursts[key] = burst
        if isFresh { giveSpeaker(to: key) }
        tell(
            .burstStarted(
                BurstStarted(
                    burst: key.burst.description, from: key.sender.description, nickname: nickname(of: key.sender),
                    codec: codec.name, live: receiver.bursts[key]?.isLive ?? false)))
    }

    /// One voice at a time: a burst gets the speaker when nobody else has it; one that waited joins at its live edge.
    private func giveSpeaker(to key: BurstKey<PeerID>) {
        guard var listener, listener.speaker.current == nil, let burst = receiver.bursts[key], !burst.isLive,
            burst.summary == nil, isWanted(key, by: listener.request)
        else { return }
        do {
            if !listener.isStarted { try start(&listener) }
            self.listener = listener
            let configuration = PlayerConfiguration(
                mode: listener.request.playout == "fixed" ? .seed : .adaptive,
                initialDelay: receiver.learnedDelays[key.sender] ?? PlayerConfiguration().initialDelay)
            try listener.speaker.begin(key) { [codec = burst.codec] in
                BurstPlayer(decoder: try VoiceCoders.decoder(for: codec), configuration: configuration)
            }
            receiver.bursts[key]?.isLive = true
        } catch {
            tell(.warning(Warning(kind: "audio", message: "The burst cannot be played live: \(error)")))
        }
    }

    private func isWanted(_ key: BurstKey<PeerID>, by request: ListenRequest) -> Bool {
        guard let wanted = request.from else { return true }
        return known[key.sender].map { PeerSummary($0).answers(to: wanted) } ?? false
    }

    private func play(_ packet: ArrivedPacket, of key: BurstKey<PeerID>, at now: Instant) {
        giveSpeaker(to: key)
        listener?.speaker.insert(
            key, sequence: packet.sequence, frames: packet.frames, batchSize: packet.batchSize, arrival: now)
    }

    private func cancel(_ key: BurstKey<PeerID>) {
        guard let burst = receiver.bursts.removeValue(forKey: key) else { return }
        listener?.speaker.cut(key)
        burst.note?.discard()
        tell(.burstFinished(finished(burst, reason: "canceled", note: nil)))
    }

    private func refuse(_ key: BurstKey<PeerID>, _ refusal: BurstRefusal) {
        switch refusal {
        case .tooManyBursts, .tooFast:
            // Told once per burst: a flood must not become a flood of warnings.
            guard receiver.refused.insert(key) else { return }
            tell(.warning(Warning(kind: "burst_refused", message: "From \(nickname(of: key.sender)): \(refusal)")))
            report(key, stage: .dropped)
        case .closed, .late, .invalidSequence, .outOfReach:
            break
        }
    }

    func completeIfDone(_ key: BurstKey<PeerID>) {
        guard let burst = receiver.bursts[key], burst.isComplete else { return }
        receiver.bursts[key] = nil
        let note = burst.note?.finish()
        if let failure = burst.note?.failure {
            tell(.warning(Warning(kind: "storage", message: "The note is incomplete: \(failure)")))
        }
        report(burst)
        tell(.burstFinished(finished(burst, reason: burst.summary?.reason.name ?? "complete", note: note?.path)))
    }

    private func report(_ burst: IncomingBurst) {
        let wasHeard = (burst.playout?.statistics.framesPlayed ?? 0) > 0
        report(burst.key, stage: wasHeard ? .heardLive : .keptAsNote, of: burst)
    }

    /// Tells the talker what became of its burst.
    func report(_ key: BurstKey<PeerID>, stage: BurstReport.Stage, of burst: IncomingBurst? = nil) {
        let summary = burst?.summary
        driver.tell(
            .burstHeard(
                BurstReport(
                    burst: key.burst, stage: stage,
                    packetsReceived: UInt16(clamping: (summary?.packetsReceived ?? 0)),
                    packetsExpected: summary?.end?.packetCount ?? 0,
                    framesConcealed: UInt16(clamping: burst?.playout?.framesConcealed ?? 0)),
                from: key.sender))
    }

    private func finished(_ burst: IncomingBurst, reason: String, note: String?) -> BurstFinished {
        let summary = burst.summary
        return BurstFinished(
            burst: burst.key.burst.description, from: burst.key.sender.description,
            nickname: nickname(of: burst.key.sender), reason: reason,
            playedLive: (burst.playout?.statistics.framesPlayed ?? 0) > 0,
            durationMs: (summary?.frames ?? 0) * burst.codec.frameMilliseconds,
            packetsReceived: summary?.packetsReceived ?? 0,
            packetsExpected: summary?.end.map { Int($0.packetCount) } ?? summary?.packetsExpected ?? 0,
            framesReceived: summary?.frames ?? 0, framesConcealed: burst.playout?.framesConcealed ?? 0,
            playoutDelayMs: burst.playout.map { $0.statistics.meanBufferWait / 16 }, note: note,
            outputOriginNs: burst.isLive ? listener?.speaker.clock.origin?.nanoseconds : nil)
    }
}

extension BurstSummary.Reason {
    fileprivate var name: String {
        switch self {
        case .complete: "complete"
        case .tailLoss: "tail_lost"
        case .idle: "idle"
        case .stale: "stale"
        case .capped: "capped"
        case .overLimit: "over_limit"
        case .displaced: "displaced"
        }
    }
}

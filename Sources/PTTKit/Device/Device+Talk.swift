import Foundation
import PTTCrypto
import PTTMedia
import PTTMesh
import PTTVoice
import PTTWire

extension Device {
    /// The key went down: starts a burst to one peer, which stays its target whatever the user looks at meanwhile.
    ///
    /// - Returns: the burst's ID.
    /// - Throws: ``DeviceError`` `.busy` while another burst is going out, `.unavailable` without a session, `.audio`.
    public func press(_ request: TalkRequest, to peer: String) throws -> String {
        guard talker == nil else {
            throw DeviceError(.busy, "Another burst is going out; release it first.")
        }
        let peer = try knownPeer(peer)
        guard peer.hasSession else {
            driver.tell(.sessionWanted(peer.id))
            throw DeviceError(
                .unavailable, "No session with \(peer.nickname) yet; a handshake is under way. Press again in a moment."
            )
        }
        let plan = try plan(request, for: peer)
        let talker = try makeTalker(plan, request: request)
        do {
            try talker.start()
        } catch {
            throw DeviceError(.audio, "\(error)")
        }
        self.talker = talker
        paths.sent(plan.burst, to: peer.id, isCopied: plan.configuration.copyDelay != nil)
        tell(
            .talkStarted(
                TalkStarted(
                    burst: plan.burst.description, to: peer.id.description, nickname: peer.nickname,
                    codec: plan.codec.name, framesPerPacket: plan.configuration.packetizer.batchSize, live: true)))
        return plan.burst.description
    }

    /// The key came up.
    public func releaseTalk() async {
        guard let talker = talker.take() else { return }
        tell(.talkFinished(await talker.release()))
    }

    /// Throws the burst away, here and at the listener.
    public func cancelTalk(reason: String) async {
        guard let talker = talker.take() else { return }
        tell(.talkFinished(await talker.cancel(reason: reason)))
    }

    /// Whether the peer tells what became of a burst.
    func reportsBursts(_ peer: String) -> Bool {
        (try? knownPeer(peer))?.reportsBursts ?? false
    }

    /// Learns how many of our packets reach the peer.
    func learn(from report: BurstReport, by peer: PeerID) {
        switch report.stage {
        case .playing, .dropped: break
        case .heardLive, .keptAsNote:
            paths.reported(
                report.burst, by: peer, received: Int(report.packetsReceived), of: Int(report.packetsExpected))
        }
    }

    func take(_ event: Talker.Event) async {
        switch event {
        case .level(let level): tell(.talkLevel(level))
        case .device(let event): tell(.audioDevice(AudioDeviceChanged(event, device: "input")))
        case .spent(let reason):
            if let reason { tell(.warning(Warning(kind: "talk_ended", message: reason))) }
            await releaseTalk()
        }
    }

    private func plan(_ request: TalkRequest, for peer: MeshPeer) throws -> Talker.Plan {
        if let frames = request.framesPerPacket, !(1...3).contains(frames) {
            throw DeviceError(.badRequest, "A packet carries 1 to 3 new frames, not \(frames).")
        }
        let codec = try codec(named: request.codec, for: peer)
        let path = TalkPath(isCostly: peer.isOnCostlyLink, loss: paths.loss(to: peer.id))
        var random = SecureRandom()
        return Talker.Plan(
            burst: BurstID(rawValue: random.next()), target: peer.id, codec: codec,
            configuration: path.configuration(for: codec, framesPerPacket: request.framesPerPacket),
            expectedLossPercent: path.loss.percent)
    }

    private func codec(named name: String, for peer: MeshPeer) throws -> VoiceCodec {
        switch name {
        case "auto": return peer.codecs.contains(.opus) && VoiceCoders.available.contains(.opus) ? .opus : .aacLC
        case "aac": return .aacLC
        case "opus":
            guard peer.codecs.contains(.opus) else {
                throw DeviceError(
                    .unavailable,
                    "\(peer.nickname) did not announce Opus and would hear noise. Leave --codec out, or use aac.")
            }
            return .opus
        default: throw DeviceError(.badRequest, "No codec '\(name)': use auto, opus or aac.")
        }
    }

    private func makeTalker(_ plan: Talker.Plan, request: TalkRequest) throws -> Talker {
        let note = directories.outgoingNotes.appending(path: "voice_\(plan.burst).m4a")
        do {
            return try Talker(
                plan: plan, input: try AudioDevices.input(named: request.input),
                note: { try NoteRecorder(url: note) },
                send: { [driver] content in driver.tell(.voiceReady(content, to: plan.target)) },
                tell: { [inbox] event in inbox.yield(.talker(event)) })
        } catch let error as AudioDeviceError {
            throw DeviceError(.audio, error.message)
        }
    }
}

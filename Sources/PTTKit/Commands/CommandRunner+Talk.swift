extension CommandRunner {
    /// How long the far side may take to tell what it heard after the burst has ended: its playout delay, plus a
    /// second for its timers.
    private static var reportWaitSeconds: Double { 4 }

    func talk(
        _ request: TalkRequest, inbox: CommandInbox, emit: @escaping @Sendable (NodeEvent) -> Void
    ) async throws -> ExitCode {
        let peer = try await peer(request.to, within: request.waitSeconds, inbox: inbox)
        try await session(with: peer, within: request.waitSeconds, inbox: inbox)
        guard request.hold else {
            let (burst, finished) = try await talkOnce(request, to: peer, inbox: inbox, emit: emit)
            guard finished.state == "sent" else { return .canceled }
            if await device.reportsBursts(peer.peer) { try await awaitReport(of: burst, inbox: inbox, emit: emit) }
            return .success
        }
        emit(.peerChanged(try await device.peer(named: peer.peer) ?? peer))
        while await waitForPress(inbox, emit: emit) {
            do {
                _ = try await talkOnce(request, to: peer, inbox: inbox, emit: emit)
            } catch let error as DeviceError where error.code == .unavailable {
                // The session was lost; the next press may find a new one.
                emit(.warning(Warning(kind: "unavailable", message: error.message)))
            }
        }
        return .success
    }

    private func talkOnce(
        _ request: TalkRequest, to peer: PeerSummary, inbox: CommandInbox, emit: @escaping @Sendable (NodeEvent) -> Void
    ) async throws -> (burst: String, finished: TalkFinished) {
        let burst = try await device.press(request, to: peer.peer)
        do {
            let finished = try await follow(burst, request: request, inbox: inbox, emit: emit)
            emit(.talkFinished(finished))
            return (burst, finished)
        } catch {
            await device.cancelTalk(reason: "stopped")
            throw error
        }
    }

    /// - Returns: false when the talker leaves instead.
    private func waitForPress(_ inbox: CommandInbox, emit: @Sendable (NodeEvent) -> Void) async -> Bool {
        while !inbox.isStopped, let input = await inbox.next() {
            switch input {
            case .control(.press): return true
            case .control(.stop): return false
            case .event(let event):
                if case .burstReported = event { emit(event) }
            case .control(.release), .control(.cancel), .deadline: continue
            }
        }
        return false
    }

    /// Passes on what the talker tells until the burst is over.
    private func follow(
        _ burst: String, request: TalkRequest, inbox: CommandInbox, emit: @escaping @Sendable (NodeEvent) -> Void
    ) async throws -> TalkFinished {
        let limit = request.limitSeconds.map(inbox.setDeadline(seconds:))
        while let input = await inbox.next() {
            switch input {
            case .event(.talkFinished(let finished)) where finished.burst == burst: return finished
            case .event(let event):
                if event.burst == burst { emit(event) }
                if case .audioDevice = event { emit(event) }
            // What was said until now was meant: only a cancel takes it back.
            case .control(.release), .control(.stop): await device.releaseTalk()
            case .control(.cancel): await device.cancelTalk(reason: "canceled by the talker")
            case .deadline(let number): if number == limit { await device.releaseTalk() }
            case .control(.press): continue
            }
        }
        throw CancellationError()
    }

    private func awaitReport(
        of burst: String, inbox: CommandInbox, emit: @escaping @Sendable (NodeEvent) -> Void
    ) async throws {
        let told = try await inbox.wait(seconds: Self.reportWaitSeconds) { event -> Bool? in
            guard case .burstReported(let report) = event, report.burst == burst else { return nil }
            emit(event)
            return report.stage == "playing" ? nil : true
        }
        if told == nil {
            emit(.warning(Warning(kind: "no_report", message: "The far side did not tell what it heard.")))
        }
    }
}

extension NodeEvent {
    /// The burst that the event is about.
    var burst: String? {
        switch self {
        case .talkStarted(let payload): payload.burst
        case .talkLevel(let payload): payload.burst
        case .talkFinished(let payload): payload.burst
        case .burstStarted(let payload): payload.burst
        case .burstPlaying(let payload): payload.burst
        case .burstFinished(let payload): payload.burst
        case .burstReported(let payload): payload.burst
        case .nodeStarted, .peerChanged, .peerLeft, .textReceived, .textProgressed, .audioDevice, .warning, .demoStep,
            .summary, .history, .done:
            nil
        }
    }
}

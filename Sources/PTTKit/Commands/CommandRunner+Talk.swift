extension CommandRunner {
    /// How long the far side may take to tell what it heard after the burst has ended: its playout delay, plus a
    /// second for its timers.
    private static var reportWaitSeconds: Double { 4 }

    func talk(
        _ request: TalkRequest, inbox: CommandInbox, emit: @escaping @Sendable (NodeEvent) -> Void
    ) async throws -> ExitCode {
        let peer = try await peer(request.to, within: request.waitSeconds, inbox: inbox)
        try await session(with: peer, within: request.waitSeconds, inbox: inbox)
        if request.hold {
            emit(.peerChanged(try await device.peer(named: peer.peer) ?? peer))
            guard try await waitForPress(inbox) else { return .canceled }
        }
        let burst = try await device.press(request, to: peer.peer)
        let finished: TalkFinished
        do {
            finished = try await follow(burst, request: request, inbox: inbox, emit: emit)
        } catch {
            await device.cancelTalk(reason: "stopped")
            throw error
        }
        emit(.talkFinished(finished))
        guard finished.state == "sent" else { return .canceled }
        if await device.reportsBursts(peer.peer) {
            try await awaitReport(of: burst, inbox: inbox, emit: emit)
        }
        return .success
    }

    private func waitForPress(_ inbox: CommandInbox) async throws -> Bool {
        while let input = await inbox.next() {
            switch input {
            case .control(.press): return true
            case .control(.stop), .control(.cancel): return false
            case .control(.release), .event, .deadline: continue
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
            case .control(.release): await device.releaseTalk()
            case .control(.cancel), .control(.stop): await device.cancelTalk(reason: "canceled by the talker")
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
            .summary, .done:
            nil
        }
    }
}

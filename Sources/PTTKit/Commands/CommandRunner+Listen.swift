extension CommandRunner {
    func listen(
        _ request: ListenRequest, inbox: CommandInbox, emit: @escaping @Sendable (NodeEvent) -> Void
    ) async throws -> ExitCode {
        try await device.startListening(request)
        emit(.nodeStarted(await device.identity))
        while let input = await inbox.next() {
            switch input {
            case .event(let event):
                guard event.isForListeners else { continue }
                emit(event)
                if request.once, case .burstFinished(let burst) = event, burst.playedLive {
                    await device.stopListening()
                    return burst.reason == "canceled" ? .canceled : .success
                }
                if case .audioDevice(let change) = event, change.state == "failed" {
                    await device.stopListening()
                    throw DeviceError(.audio, change.reason ?? "The sound device failed.")
                }
            case .control(.stop), .control(.cancel):
                await device.stopListening()
                return .success
            case .control(.press), .control(.release), .deadline: continue
            }
        }
        await device.stopListening()
        return .success
    }

    /// Answers every burst that was heard whole with the same audio.
    func parrot(
        _ request: ParrotRequest, inbox: CommandInbox, emit: @escaping @Sendable (NodeEvent) -> Void
    ) async throws -> ExitCode {
        emit(.nodeStarted(await device.identity))
        try await device.startListening(ListenRequest(output: request.output, once: false))
        var answers = 0
        while let input = await inbox.next() {
            switch input {
            case .event(.burstFinished(let burst)):
                emit(.burstFinished(burst))
                guard let note = burst.note else { continue }
                try await answer(burst, with: note, emit: emit)
            case .event(.talkFinished(let finished)):
                emit(.talkFinished(finished))
                answers += 1
                if let limit = request.limit, answers >= limit { return await stopParrot() }
            case .event(let event):
                if event.isForListeners || event.burst != nil { emit(event) }
            case .control(.stop), .control(.cancel): return await stopParrot()
            case .control(.press), .control(.release), .deadline: continue
            }
        }
        return await stopParrot()
    }

    private func answer(
        _ burst: BurstFinished, with note: String, emit: @Sendable (NodeEvent) -> Void
    ) async throws {
        do {
            _ = try await device.press(TalkRequest(to: burst.from, input: note), to: burst.from)
        } catch let error as DeviceError where error.code == .busy {
            emit(
                .warning(
                    Warning(kind: "busy", message: "Still answering; the burst from \(burst.nickname) gets no answer."))
            )
        } catch let error as DeviceError where error.code == .unavailable {
            emit(.warning(Warning(kind: "unavailable", message: error.message)))
        }
    }

    private func stopParrot() async -> ExitCode {
        await device.cancelTalk(reason: "parrot stopped")
        await device.stopListening()
        return .success
    }
}

extension NodeEvent {
    var isForListeners: Bool {
        switch self {
        case .burstStarted, .burstPlaying, .burstFinished, .audioDevice, .textReceived, .warning: true
        case .nodeStarted, .peerChanged, .peerLeft, .textProgressed, .talkStarted, .talkLevel, .talkFinished,
            .burstReported, .demoStep, .summary, .history, .done:
            false
        }
    }
}

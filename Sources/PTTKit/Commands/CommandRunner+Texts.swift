extension CommandRunner {
    func peers(
        _ request: PeersRequest, inbox: CommandInbox, emit: @escaping @Sendable (NodeEvent) -> Void
    ) async throws -> ExitCode {
        if !request.follow {
            // A node that has just started needs its first round of announces.
            _ = try await inbox.wait(seconds: request.waitSeconds) { _ -> Bool? in nil }
            for peer in await device.peers() { emit(.peerChanged(peer)) }
            return .success
        }
        for peer in await device.peers() { emit(.peerChanged(peer)) }
        while let input = await inbox.next() {
            switch input {
            case .event(let event): if event.isAboutPeers { emit(event) }
            case .control(.stop), .control(.cancel): return .success
            case .control(.press), .control(.release), .deadline: continue
            }
        }
        return .success
    }

    func say(
        _ request: SayRequest, inbox: CommandInbox, emit: @escaping @Sendable (NodeEvent) -> Void
    ) async throws -> ExitCode {
        guard !request.text.isEmpty, request.text.utf8.count <= 255 else {
            throw DeviceError(
                .badRequest, "A direct message is 1 to 255 bytes of UTF-8; this one is \(request.text.utf8.count).")
        }
        let peer = try await peer(request.to, within: request.waitSeconds, inbox: inbox)
        let id = try await device.say(request.text, to: peer.peer)
        let outcome = try await inbox.wait(seconds: request.waitSeconds) { event -> ExitCode? in
            guard case .textProgressed(let progress) = event, progress.id == id else { return nil }
            emit(event)
            switch progress.state {
            case "delivered", "read": return .success
            case "failed": return .unreachable
            default: return nil
            }
        }
        guard let outcome else {
            throw DeviceError(
                .timedOut, "\(peer.nickname) did not acknowledge the message within \(Int(request.waitSeconds)) s.")
        }
        return outcome
    }
}

extension NodeEvent {
    fileprivate var isAboutPeers: Bool {
        switch self {
        case .peerChanged, .peerLeft: true
        case .nodeStarted, .textReceived, .textProgressed, .talkStarted, .talkLevel, .talkFinished, .burstStarted,
            .burstPlaying, .burstFinished, .burstReported, .audioDevice, .warning, .demoStep, .summary, .history,
            .done:
            false
        }
    }
}

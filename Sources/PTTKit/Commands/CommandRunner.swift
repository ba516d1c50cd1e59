/// Carries out one request against a device; the tool runs it in its own process, a node for its control clients.
public struct CommandRunner: Sendable {
    let device: Device

    public init(device: Device) {
        self.device = device
    }

    /// Runs until the request is done, `controls` ends, or the task is cancelled.
    ///
    /// - Parameters:
    ///   - controls: what the client says meanwhile; its end means stop.
    ///   - emit: gets each event of the answer in order, `.done` last.
    /// - Returns: how it ended; the same as in `.done`.
    @discardableResult
    public func run(
        _ request: NodeRequest, controls: AsyncStream<NodeControl>, emit: @escaping @Sendable (NodeEvent) -> Void
    ) async -> ExitCode {
        let inbox = CommandInbox(events: device.events(), controls: controls)
        do {
            let code = try await carryOut(request, inbox: inbox, emit: emit)
            emit(.done(Done(exitCode: code.rawValue, error: nil)))
            return code
        } catch {
            let code = ExitCode(error)
            let message = error is CancellationError ? "Stopped before it was done." : "\(error)"
            emit(.done(Done(exitCode: code.rawValue, error: message)))
            return code
        }
    }

    private func carryOut(
        _ request: NodeRequest, inbox: CommandInbox, emit: @escaping @Sendable (NodeEvent) -> Void
    ) async throws -> ExitCode {
        switch request {
        case .identity:
            emit(.nodeStarted(await device.identity))
            return .success
        case .peers(let request): return try await peers(request, inbox: inbox, emit: emit)
        case .say(let request): return try await say(request, inbox: inbox, emit: emit)
        case .history(let request):
            for entry in try await device.history(with: request.with, newest: max(0, request.limit)) {
                emit(.history(entry))
            }
            return .success
        case .talk(let request): return try await talk(request, inbox: inbox, emit: emit)
        case .listen(let request): return try await listen(request, inbox: inbox, emit: emit)
        case .parrot(let request): return try await parrot(request, inbox: inbox, emit: emit)
        case .watch: return await watch(inbox: inbox, emit: emit)
        }
    }

    /// Waits for a peer that answers to `name` and is reachable.
    func peer(_ name: String, within seconds: Double, inbox: CommandInbox) async throws -> PeerSummary {
        if let peer = try await device.peer(named: name) { return peer }
        let found = try await inbox.wait(seconds: seconds) { event -> String? in
            if case .peerChanged(let peer) = event, peer.answers(to: name), peer.reachable { peer.peer } else { nil }
        }
        guard let found, let peer = try await device.peer(named: found) else {
            throw DeviceError(
                .unknownPeer,
                "No peer '\(name)' was heard within \(Int(seconds)) s. Is it running, on the same network, and named so? See 'ptt peers'."
            )
        }
        return peer
    }

    /// Waits for a session with `peer`, opening one if needed.
    func session(with peer: PeerSummary, within seconds: Double, inbox: CommandInbox) async throws {
        if peer.session { return }
        try await device.openSession(with: peer.peer)
        let opened = try await inbox.wait(seconds: seconds) { event -> Bool? in
            if case .peerChanged(let change) = event, change.peer == peer.peer, change.session { true } else { nil }
        }
        guard opened != nil else {
            throw DeviceError(
                .timedOut, "\(peer.nickname) (\(peer.peer)) did not complete the handshake within \(Int(seconds)) s.")
        }
    }

    private func watch(inbox: CommandInbox, emit: (NodeEvent) -> Void) async -> ExitCode {
        emit(.nodeStarted(await device.identity))
        for peer in await device.peers() { emit(.peerChanged(peer)) }
        while let input = await inbox.next() {
            switch input {
            case .event(let event): emit(event)
            case .control(.stop), .control(.cancel): return .success
            case .control(.press), .control(.release), .deadline: continue
            }
        }
        return .success
    }
}

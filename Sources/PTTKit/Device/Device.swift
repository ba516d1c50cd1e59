import Foundation
import PTTCrypto
import PTTLink
import PTTMedia
public import PTTMesh
import PTTVoice
import PTTWire

/// One node: an identity on its links, its talker and its listener.
public actor Device {
    enum Input: Sendable {
        case mesh(MeshDriver.Output)
        case talker(Talker.Event)
        case speaker(Speaker.Event)
        case receiverDeadline
    }

    public nonisolated let id: PeerID
    let directories: Directories
    nonisolated let driver: MeshDriver
    nonisolated let hub = EventHub<NodeEvent>()
    nonisolated let inbox: AsyncStream<Input>.Continuation
    private let inputs: AsyncStream<Input>
    private let udp: UDPLink
    private let stored: StoredIdentity
    private let fingerprint: String

    var known: [PeerID: MeshPeer] = [:]
    var talker: Talker?
    var receiver: BurstReceiver
    var listener: Listener?
    var paths = KnownPaths()
    var pins: PinnedPeers
    private var conversations: Conversations

    /// Reads or makes the identity and prepares the links; nothing runs yet.
    ///
    /// - Throws: ``DeviceError`` when the folders or the identity cannot be used.
    public init(configuration: DeviceConfiguration) throws {
        directories = configuration.directories
        try directories.create()
        stored = try StoredIdentity.loadOrCreate(in: directories, nickname: configuration.nickname)
        pins = try PinnedPeers(in: directories)
        conversations = Conversations(in: directories)
        let identity = try stored.meshIdentity()
        id = identity.peerID
        fingerprint = identity.fingerprint
        udp = UDPLink(configuration.udp)
        let (stream, continuation) = AsyncStream<Input>.makeStream(bufferingPolicy: .bufferingNewest(8192))
        inputs = stream
        inbox = continuation
        var mesh = MeshConfiguration(nickname: stored.nickname)
        mesh.codecs = configuration.codecs
        mesh.reportsBursts = true
        let engine = MeshEngine(
            configuration: mesh, identity: identity, pinned: pins.all, random: SecureRandom())
        driver = MeshDriver(engine: engine, links: [udp]) { continuation.yield(.mesh($0)) }
        receiver = BurstReceiver { continuation.yield(.receiverDeadline) }
        IncomingNote.recover(in: directories.incomingNotes)
    }

    /// Runs until the task is cancelled.
    ///
    /// - Throws: ``DeviceError`` when a link cannot come up.
    public func run() async throws {
        defer { hub.finish() }
        let (ending, end) = AsyncStream<Never>.makeStream()
        let driving = Task { [driver] in
            defer { end.finish() }
            try await driver.run()
        }
        // A task of its own is not cancelled with us: what was told before the end is still done.
        let taking = Task { for await input in inputs { await take(input) } }
        await withTaskCancellationHandler {
            for await _ in ending {}
        } onCancel: {
            end.finish()
        }
        // While the driver still runs, so that the listeners are told.
        await cancelTalk(reason: "the node stopped")
        await stopListening()
        driving.cancel()
        let result = await driving.result
        inbox.finish()
        await taking.value
        finishReceiving()
        do {
            try result.get()
        } catch let error as LinkError {
            throw DeviceError(error.code == .addressInUse ? .busy : .link, error.message)
        }
    }

    /// Everything that happens from now on.
    public nonisolated func events() -> AsyncStream<NodeEvent> {
        hub.subscribe()
    }

    public var identity: NodeStarted {
        NodeStarted(
            peer: id.description, nickname: stored.nickname, fingerprint: fingerprint,
            port: Int(udp.ports.ipv4 ?? udp.ports.ipv6 ?? 0))
    }

    public func peers() -> [PeerSummary] {
        known.values.map(PeerSummary.init).sorted { ($0.nickname, $0.peer) < ($1.nickname, $1.peer) }
    }

    /// The reachable peer that answers to `name`.
    ///
    /// - Returns: nil when none does.
    /// - Throws: ``DeviceError`` when several do.
    public func peer(named name: String) throws -> PeerSummary? {
        let matches = peers().filter { $0.reachable && $0.answers(to: name) }
        guard matches.count < 2 else {
            let choices = matches.map { "\($0.nickname) \($0.peer)" }.joined(separator: ", ")
            throw DeviceError(.ambiguousPeer, "'\(name)' may be any of \(choices). Use the ID.")
        }
        return matches.first
    }

    /// Opens a Noise session unless one stands; `.peerChanged` tells when it does.
    public func openSession(with peer: String) throws {
        driver.tell(.sessionWanted(try knownPeer(peer).id))
    }

    /// Sends a direct message.
    ///
    /// - Returns: its ID, which later `.textProgressed` events name.
    public func say(_ text: String, to peer: String) throws -> String {
        let id = UUID().uuidString
        let peer = try knownPeer(peer)
        keep { try conversations.add(sent: text, id: id, to: PeerSummary(peer), at: SystemClock.timestamp()) }
        driver.tell(.textEntered(text, id: id, to: peer.id))
        return id
    }

    /// The newest things said with one peer, or with all, oldest first.
    ///
    /// - Parameters:
    ///   - name: as in ``peer(named:)``, but the peer need not be there.
    ///   - count: entries at most.
    /// - Throws: ``DeviceError`` `.storage` when a conversation cannot be read.
    public func history(with name: String?, newest count: Int) throws -> [HistoryEntry] {
        try conversations.entries(with: name, newest: count)
    }

    func knownPeer(_ text: String) throws -> MeshPeer {
        guard let id = PeerID(text), let peer = known[id] else {
            throw DeviceError(.unknownPeer, "No peer '\(text)' is known. See 'ptt peers'.")
        }
        return peer
    }

    func tell(_ event: NodeEvent) {
        keep {
            try conversations.take(
                event, nickname: { PeerID($0).map(nickname(of:)) ?? $0 }, at: SystemClock.timestamp())
        }
        hub.send(event)
    }

    private func take(_ input: Input) async {
        switch input {
        case .mesh(.started): tell(.nodeStarted(identity))
        case .mesh(.effect(let effect)): take(effect)
        case .mesh(.fault(let link, let error)):
            tell(.warning(Warning(kind: "link_fault", message: "\(link): \(error.message)")))
        case .talker(let event): await take(event)
        case .speaker(let event): take(event)
        case .receiverDeadline: receiverDeadlineReached()
        }
    }

    private func take(_ effect: MeshEngine.Effect) {
        switch effect {
        case .send, .broadcast, .wake:
            assertionFailure("the driver performs these")
        case .peerChanged(let peer):
            known[peer.id] = peer
            tell(.peerChanged(PeerSummary(peer)))
        case .peerLeft(let peer):
            known[peer] = nil
            tell(.peerLeft(PeerReference(peer: peer.description)))
        case .peerPinned(let peer):
            keep { try pins.add(peer) }
        case .peerUnpinned(let peer):
            keep { try pins.remove(peer) }
        case .sessionOpened:
            break
        case .sessionFailed(let peer, let failure):
            tell(.warning(Warning(kind: "session_failed", message: "\(peer): \(failure.explanation)")))
        case .textReceived(let text, let id, let peer, let sent):
            tell(
                .textReceived(
                    TextReceived(
                        from: peer.description, nickname: nickname(of: peer), id: id, text: text,
                        sentMs: sent.milliseconds)))
        case .textProgressed(let id, let progress, let peer):
            tell(.textProgressed(TextProgressed(id: id, to: peer, progress)))
        case .voiceReceived(let delivery):
            receive(delivery)
        case .burstReported(let report, let peer):
            learn(from: report, by: peer)
            tell(.burstReported(BurstReported(report, by: peer)))
        case .report(.refused(.looped, _, _, _)):
            // Our own packets come back wherever a neighbour forwards; the statistics count them.
            break
        case .report(let diagnostic):
            tell(.warning(Warning(kind: diagnostic.kind, message: diagnostic.explanation)))
        }
    }

    private func keep(_ change: () throws -> Void) {
        do {
            try change()
        } catch {
            tell(.warning(Warning(kind: "storage", message: "\(error)")))
        }
    }

    func nickname(of peer: PeerID) -> String {
        known[peer]?.nickname ?? peer.description
    }
}

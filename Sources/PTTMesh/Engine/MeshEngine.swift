public import PTTWire

/// The bitchat-compatible node as a value: told what happened, answers what to do.
///
/// One owner tells it every event with both clocks, and performs the effects in order. It draws its keys and delays from
/// the generator it is given: give it `SecureRandom` outside tests. Wire: Documentation/Mesh.md.
public struct MeshEngine: Sendable {
    public let identity: MeshIdentity
    public internal(set) var statistics = MeshStatistics()
    var configuration: MeshConfiguration
    var random: any RandomNumberGenerator & Sendable
    var links: LinkTable
    var peerTable: PeerTable
    var pins: PinStore
    var seen: SeenPackets
    var forwards: ForwardQueue
    var schedule = AnnounceSchedule()
    var lastTraffic: Instant?
    var outbox: TextOutbox
    var receivedTexts: ReceivedTexts
    var sessions: NoiseSessions
    var pings: TokenBucket
    var newcomers: TokenBucket
    /// Handshakes begun because ciphertext came without a session: anybody can send some.
    var unaskedSessions: TokenBucket
    var refusalReports: RefusalReports
    /// Wall clock minus monotonic clock when last seen, to notice that somebody set the wall clock.
    var wallOffset: Int64?
    var nextMaintenance: Instant?
    /// The last wish told to the owner.
    private var armed: Instant?
    /// Holds a plaintext while it is sealed, so that each message needs no buffer of its own.
    var scratch: [UInt8] = []

    /// - Parameter pinned: The keys that earlier engines of this identity asked to keep.
    public init(
        configuration: MeshConfiguration, identity: MeshIdentity, pinned: [PinnedPeer] = [],
        random: any RandomNumberGenerator & Sendable
    ) {
        let limits = configuration.limits
        self.configuration = configuration
        self.identity = identity
        self.random = random
        links = LinkTable(capacity: limits.links)
        peerTable = PeerTable(capacity: limits.peers)
        pins = PinStore(pinned, capacity: limits.pins)
        seen = SeenPackets(capacity: limits.seenPackets, key: (self.random.next(), self.random.next()))
        forwards = ForwardQueue(capacity: limits.pendingForwards)
        outbox = TextOutbox(
            limits: TextOutbox.Limits(
                perPeer: limits.queuedTextsPerPeer, total: limits.queuedTexts, lifetime: limits.queuedTextLifetime))
        receivedTexts = ReceivedTexts(capacity: limits.receivedTexts)
        sessions = NoiseSessions(staticKey: identity.noiseKey, limits: limits.sessions)
        pings = TokenBucket(limits.pingsPerSecond, per: .seconds(1))
        newcomers = TokenBucket(limits.newcomersPerSecond, per: .seconds(1))
        unaskedSessions = TokenBucket(limits.unaskedSessionsPerMinute, per: .seconds(60))
        refusalReports = RefusalReports(interval: limits.diagnosticInterval)
        scratch.reserveCapacity(512)
    }

    public var limits: MeshConfiguration.Limits { configuration.limits }

    /// Peers known now, in no particular order.
    public var peers: [MeshPeer] { peerTable.all.compactMap(\.told) }

    /// Takes note of what happened and appends what to do.
    ///
    /// A frame that is received is kept or handed on without a copy when its owner gives it up with the event.
    public mutating func handle(_ event: consuming Event, now: ClockReading, into effects: inout [Effect]) {
        noticeWallClock(now, into: &effects)
        switch consume event {
        case .received(let frame, from: let link): receive(consume frame, over: link, now: now, into: &effects)
        case .voiceReady(let content, to: let peer): sendVoice(content, to: peer, now: now, into: &effects)
        case .deadlineReached: armed = nil
        case .started: schedule.force(at: now.instant)
        case .linkUp(let link, let isCostly): linkCameUp(link, isCostly: isCostly, now: now, into: &effects)
        case .linkDown(let link): linkWentDown(link, now: now, into: &effects)
        case .sessionWanted(let peer): wantSession(with: peer, now: now, into: &effects)
        case .textEntered(let text, let id, let peer): enter(text, id: id, to: peer, now: now, into: &effects)
        case .textRead(let id, let peer): tellRead(id, to: peer, now: now, into: &effects)
        case .burstHeard(let report, let peer): tellHeard(report, to: peer, now: now, into: &effects)
        case .renamed(let name):
            configuration.nickname = name
            schedule.force(at: now.instant)
        case .stopping: leave(now: now, into: &effects)
        }
        performDue(now, into: &effects)
        arm(into: &effects)
    }

    /// Does whatever has come due, whether or not the owner woke us for it.
    private mutating func performDue(_ now: ClockReading, into effects: inout [Effect]) {
        while let entry = forwards.popDue(at: now.instant) {
            forward(entry, into: &effects)
        }
        if let due = schedule.due(situation), due <= now.instant { announce(now: now, into: &effects) }
        if let due = nextMaintenance, due <= now.instant { maintain(now: now, into: &effects) }
        performSessionTimeouts(now: now, into: &effects)
    }

    /// Tells the owner when to wake us, where that changed.
    private mutating func arm(into effects: inout [Effect]) {
        let next = earliest(
            earliest(forwards.nextDue, schedule.due(situation)), earliest(nextMaintenance, nextSessionTimeout))
        guard let next, next != armed else { return }
        armed = next
        effects.append(.wake(at: next))
    }

    private var situation: AnnounceSchedule.Situation {
        AnnounceSchedule.Situation(connectedPeers: peerTable.connectedCount, lastTraffic: lastTraffic)
    }

    /// A wall clock that was set makes our stamps look late or early, so everyone is told at once.
    private mutating func noticeWallClock(_ now: ClockReading, into effects: inout [Effect]) {
        let offset = Int64(clamping: now.timestamp.milliseconds) - now.instant.nanoseconds / 1_000_000
        defer { wallOffset = offset }
        guard let wallOffset else { return }
        let jump = offset.subtractingReportingOverflow(wallOffset).partialValue
        guard jump.magnitude > 500 else { return }
        schedule.force(at: now.instant)
        effects.append(.report(.wallClockJumped(milliseconds: jump)))
    }

    /// Counts something that was not taken, and tells it unless that reason was told just now.
    mutating func refuse(
        _ reason: MeshRefusal, sender: PeerID?, link: LinkID?, now: ClockReading, into effects: inout [Effect]
    ) {
        statistics.count(reason)
        guard let count = refusalReports.note(reason, at: now.instant) else { return }
        effects.append(.report(.refused(reason, count: count, sender: sender, link: link)))
    }
}

/// The earlier of two instants that may not be there.
func earliest(_ left: Instant?, _ right: Instant?) -> Instant? {
    guard let left, let right else { return left ?? right }
    return min(left, right)
}

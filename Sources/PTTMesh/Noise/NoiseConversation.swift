import PTTCrypto
import PTTWire

/// All that stands between us and one peer.
struct NoiseConversation: Sendable {
    /// Sends and receives.
    var current: Standing?
    /// Those that it replaced, the latest last, which still receive until they retire.
    var formers: [Former] = []
    /// Our own handshake.
    var initiation: Initiation?
    /// The peer's, oldest first: more than one, so that a forged message cannot take the place of a genuine one.
    var answers: [Answer] = []
    /// Attempts left for whoever waits for a session; nil when nobody does.
    var wish: Int?
    /// A first message that may have crossed ours; answered when the session proves dead by then.
    var deferred: (message: [UInt8], due: Instant)?
    /// Fresh handshakes are ignored until then while the session is alive.
    var ignoresFreshUntil: Instant?
    /// Overtook the last handshake message, oldest first.
    var held: [Held] = []
    /// When to begin anew because the peer talks in a session that we do not have.
    var suspicionDue: Instant?
    /// No sooner than that again.
    var suspicionPause: Instant?
    var arrivals: TokenBucket
    var departures: TokenBucket
    var messages: TokenBucket
    var lastUsed: Instant

    init(limits: NoiseSessions.Limits, now: Instant) {
        arrivals = TokenBucket(limits.handshakesPerMinute, per: .seconds(60))
        departures = TokenBucket(limits.handshakesPerMinute, per: .seconds(60))
        messages = TokenBucket(limits.messagesPerSecond, per: .seconds(1))
        lastUsed = now
    }

    /// A session and when it does what.
    struct Standing: Sendable {
        var session: NoiseSession
        /// The message that began it.
        let first: [UInt8]
        let isOurs: Bool
        /// When we sent or got that message.
        let began: Instant
        let opened: Instant
        var lastHeard: Instant?
        /// When to begin again because the peer never showed that it has the session.
        var confirmationDue: Instant?
        var renewalDue: Instant
        let expires: Instant

        /// True once the peer used the session.
        var isConfirmed: Bool { lastHeard != nil }

        var messageCount: UInt64 { UInt64(session.sealedCount) + UInt64(session.openedCount) }
    }

    struct Former: Sendable {
        var session: Standing
        let retires: Instant
    }

    struct Initiation: Sendable {
        var handshake: NoiseHandshake
        let first: [UInt8]
        let began: Instant
        /// True when the peer never used the session that this one is to replace.
        let isConfirmation: Bool
        var repeatDue: Instant?
        let expires: Instant
        var tries = 0
        var sawWrongKey = false
    }

    struct Answer: Sendable {
        var handshake: NoiseHandshake
        let first: [UInt8]
        let second: [UInt8]
        let began: Instant
        let expires: Instant
        var tries = 0
    }

    struct Held: Sendable {
        let message: [UInt8]
        let sent: Timestamp
        let arrived: Instant
    }

    /// True when only the rates are left to remember.
    var isIdle: Bool { current == nil && formers.isEmpty && deferred == nil && !isShakingHands }

    var isShakingHands: Bool { initiation != nil || !answers.isEmpty }

    func due(_ limits: NoiseSessions.Limits) -> Instant {
        guard !isIdle else { return lastUsed + limits.idleTime }
        var due = Instant(nanoseconds: .max)
        if let current {
            due = min(current.expires, current.renewalDue, current.confirmationDue ?? current.expires)
        }
        for former in formers { due = min(due, former.retires) }
        if let initiation { due = min(due, initiation.expires, initiation.repeatDue ?? initiation.expires) }
        for answer in answers { due = min(due, answer.expires) }
        if let suspicionDue { due = min(due, suspicionDue) }
        if let deferred { due = min(due, deferred.due) }
        return due
    }

    /// Keeps nothing but the rates.
    mutating func forgetSessions() {
        current = nil
        formers = []
        initiation = nil
        answers = []
        wish = nil
        deferred = nil
        ignoresFreshUntil = nil
        held = []
        suspicionDue = nil
    }

    /// Seals with the newest session; does nothing when there is none.
    mutating func seal(
        _ plaintext: Span<UInt8>, now: Instant, appendingTo output: inout [UInt8]
    ) throws(NoiseError) {
        try current?.session.seal(plaintext, appendingTo: &output)
        lastUsed = now
    }

    /// Puts a session in place of the current one, unless that one's handshake began later; true when it did.
    ///
    /// Whoever begins after he heard of another handshake is later on both sides, so both choose alike.
    mutating func adopt(_ session: Standing, until retires: Instant) -> Bool {
        let isLatest = current.map { $0.began <= session.began } ?? true
        if isLatest {
            if let current { formers.append(Former(session: current, retires: retires)) }
            current = session
            if let initiation, initiation.began <= session.began { self.initiation = nil }
        } else {
            formers.append(Former(session: session, retires: retires))
        }
        // Three handshakes within one quarantine are as many as loss and crossing explain.
        if formers.count > 3 { formers.removeFirst(formers.count - 3) }
        return isLatest
    }

    /// Opens with the current session, else with one that it replaced.
    mutating func open(
        _ message: Span<UInt8>, now: Instant, appendingTo output: inout [UInt8]
    ) throws(NoiseError) {
        guard current != nil || !formers.isEmpty else { throw .noSession }
        var failure: NoiseError?
        do {
            if try current?.open(message, now: now, appendingTo: &output) != nil { return lastUsed = now }
        } catch {
            failure = error
        }
        for index in formers.indices.reversed() {
            do {
                try formers[index].session.open(message, now: now, appendingTo: &output)
                return lastUsed = now
            } catch {
                if failure != .replayed { failure = error }
            }
        }
        throw failure ?? .noSession
    }
}

extension NoiseConversation.Standing {
    mutating func open(
        _ message: Span<UInt8>, now: Instant, appendingTo output: inout [UInt8]
    ) throws(NoiseError) {
        try session.open(message, appendingTo: &output)
        lastHeard = now
        confirmationDue = nil
    }
}

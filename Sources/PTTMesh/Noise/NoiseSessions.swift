public import PTTCrypto
public import PTTWire

/// The sessions of a node: whom it can talk to in secret, and the handshakes that lead there (bitchat wire §4).
///
/// A value without clock, timer or link. Tell it what arrived and perform what it answers, in order; call
/// ``deadlineReached(now:using:into:)`` at ``nextDeadline``. Handshake messages are not authenticated by their packets,
/// so none of them ends, mutes or replaces a session that stands: only a completed handshake does.
///
///     sessions.connect(to: peer, now: now, using: &random, into: &actions)
///     sessions.receive(handshake: message, from: peer, now: now, using: &random, into: &actions)
///     try sessions.seal(plaintext, to: peer, now: now, appendingTo: &buffer)
public struct NoiseSessions: Sendable {
    public enum State: Hashable, Sendable {
        case none
        /// A handshake is under way, and nothing can be sent yet.
        case opening
        case open
        /// Open, with a handshake under way for the session that comes after.
        case renewing
    }

    public enum Action: Sendable {
        /// Send a handshake message.
        case send([UInt8], to: PeerID)
        /// A new session stands, the first or a later one: say who we are, then send what waited.
        case opened(PeerID, key: X25519.PublicKey)
        /// A message that overtook the handshake, opened now.
        case received(OvertakingMessage)
        /// A wanted session did not come about.
        case failed(PeerID, SessionFailure)
        /// The session grew too old or too long, and no new one came in time.
        case closed(PeerID)
        /// A handshake message was not taken.
        case refused(PeerID, NoiseError)
    }

    /// What came before the session it belongs to.
    public struct OvertakingMessage: Sendable {
        public var plaintext: [UInt8]
        public var sender: PeerID
        /// As told to ``NoiseSessions/open(_:from:sent:now:appendingTo:)``.
        public var sent: Timestamp
        public var arrived: Instant
    }

    public let ownID: PeerID
    let staticKey: X25519.PrivateKey
    let limits: Limits
    var conversations: [PeerID: NoiseConversation] = [:]
    var heldCount = 0
    var arrivals: TokenBucket
    var departures: TokenBucket
    var messages: TokenBucket
    var forgeries: TokenBucket
    /// When to call ``deadlineReached(now:using:into:)``; may be early, never late.
    public internal(set) var nextDeadline: Instant?

    public init(staticKey: X25519.PrivateKey, limits: Limits = Limits()) {
        self.staticKey = staticKey
        self.limits = limits
        ownID = PeerID(noiseKey: staticKey.publicKey.bytes[...])
        arrivals = TokenBucket(limits.handshakesPerMinuteOfAll, per: .seconds(60))
        departures = TokenBucket(limits.handshakesPerMinuteOfAll, per: .seconds(60))
        messages = TokenBucket(limits.messagesPerSecondOfAll, per: .seconds(1))
        forgeries = TokenBucket(limits.forgeriesPerSecond, per: .seconds(1))
    }

    public func state(of peer: PeerID) -> State {
        guard let conversation = conversations[peer] else { return .none }
        switch (conversation.current != nil, conversation.isShakingHands) {
        case (true, true): return .renewing
        case (true, false): return .open
        case (false, true): return .opening
        case (false, false): return .none
        }
    }

    /// The session that sends, for its keys and counts.
    public func session(with peer: PeerID) -> NoiseSession? {
        conversations[peer]?.current?.session
    }

    /// Wants a session: begins a handshake unless one is under way or a session stands.
    public mutating func connect(
        to peer: PeerID, now: Instant, using random: inout some RandomNumberGenerator, into actions: inout [Action]
    ) {
        guard peer != ownID, conversations[peer]?.current == nil else { return }
        guard makeRoom(for: peer, now: now) else { return actions.append(.failed(peer, .rateLimited)) }
        if conversations[peer]?.wish == nil { conversations[peer]?.wish = limits.attempts }
        guard conversations[peer]?.isShakingHands == false else { return }
        initiate(with: peer, now: now, using: &random, into: &actions)
    }

    /// Forgets the sessions and handshakes with a peer, as when it said goodbye; what it may ask for stays counted.
    public mutating func close(_ peer: PeerID) {
        guard var conversation = conversations[peer] else { return }
        heldCount -= conversation.held.count
        conversation.forgetSessions()
        conversations[peer] = conversation
        schedule(conversation.due(limits))
    }

    /// Appends the sealed message to `output`; allocates nothing where it has room.
    ///
    /// Goes on through a renewal. Throws `noSession`, `exhausted`, or `messageLength`.
    public mutating func seal(
        _ plaintext: Span<UInt8>, to peer: PeerID, now: Instant, appendingTo output: inout [UInt8]
    ) throws(NoiseError) {
        guard let index = conversations.index(forKey: peer),
            let count = conversations.values[index].current?.messageCount
        else { throw .noSession }
        guard count < limits.messages else { throw .exhausted }
        try conversations.values[index].seal(plaintext, now: now, appendingTo: &output)
        if count == limits.renewalMessages {
            conversations.values[index].current?.renewalDue = now
            schedule(now)
        }
    }

    /// Appends what a message says to `output`; allocates nothing where it has room for the whole message.
    ///
    /// - Parameter sent: When the packet was stamped; given back should the message have to be held.
    ///
    /// Throws `noSession` (open one), `held` (it will come as an action), `rateLimited`, `replayed`, `messageLength` or
    /// `authenticationFailed`; none of them harms the session.
    public mutating func open(
        _ message: Span<UInt8>, from peer: PeerID, sent: Timestamp, now: Instant, appendingTo output: inout [UInt8]
    ) throws(NoiseError) {
        guard let index = conversations.index(forKey: peer) else { throw .noSession }
        guard forgeries.hasToken(at: now) else { throw .rateLimited }
        let start = output.count
        do {
            try conversations.values[index].open(message, now: now, appendingTo: &output)
        } catch {
            _ = forgeries.takesToken(at: now)
            suspect(peer, now: now)
            guard hold(message, from: peer, sent: sent, now: now) else { throw error }
            throw .held
        }
        guard conversations.values[index].messages.takesToken(at: now), messages.takesToken(at: now) else {
            output.removeLast(output.count - start)
            throw .rateLimited
        }
    }

    /// Keeps a message while its sender's handshake lacks only the last message, if there is room.
    private mutating func hold(_ message: Span<UInt8>, from peer: PeerID, sent: Timestamp, now: Instant) -> Bool {
        guard conversations[peer]?.answers.isEmpty == false,
            (NoiseSession.overhead...limits.heldBytes).contains(message.count)
        else { return false }
        if let held = conversations[peer]?.held, held.count == limits.heldPerPeer,
            let oldest = held.first, oldest.arrived + limits.overtakingTime <= now
        {
            // What waited so long overtook nothing: forged, or of a session that is gone.
            conversations[peer]?.held.removeFirst()
            heldCount -= 1
        }
        guard let count = conversations[peer]?.held.count, count < limits.heldPerPeer, heldCount < limits.held else {
            return false
        }
        var copy: [UInt8] = []
        for index in message.indices { copy.append(message[index]) }
        conversations[peer]?.held.append(.init(message: copy, sent: sent, arrived: now))
        heldCount += 1
        return true
    }

    /// The peer said what we cannot open: unless the session proved itself lately, the two of us have different ones.
    private mutating func suspect(_ peer: PeerID, now: Instant) {
        guard let conversation = conversations[peer], conversation.suspicionDue == nil else { return }
        var due = now
        if !conversation.answers.isEmpty {
            due = now + limits.overtakingTime
        } else {
            guard let current = conversation.current,
                (current.lastHeard ?? current.opened) + limits.suspicionTime <= now
            else { return }
        }
        due = max(due, conversation.suspicionPause ?? due)
        conversations[peer]?.suspicionDue = due
        schedule(due)
    }

    mutating func schedule(_ instant: Instant) {
        nextDeadline = min(nextDeadline ?? instant, instant)
    }
}

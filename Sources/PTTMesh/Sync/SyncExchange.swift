public import PTTWire

/// Who was asked lately, and who asks how often.
public struct SyncExchange: Sendable {
    public struct Limits: Sendable {
        /// Answers are let in for this long after a request of ours (bitchat wire §9).
        public var answersFor = Duration.seconds(30)
        /// Requests of one peer that are answered in `period`: five rounds and three more.
        public var answers = 8
        public var period = Duration.seconds(30)
        /// Peers known: as many as there may be neighbours.
        public var peers = 64

        public init() {}
    }

    private struct Asker: Sendable {
        var bucket: TokenBucket
        var last: Instant
    }

    public let limits: Limits
    private var asked: [PeerID: Instant] = [:]
    private var askers: [PeerID: Asker] = [:]

    public init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// Notes that we sent this neighbour a request.
    public mutating func noteRequest(to peer: PeerID, at now: Instant) {
        asked[peer] = now
        guard asked.count > limits.peers else { return }
        let oldest = asked.min { ($0.value, $0.key) < ($1.value, $1.key) }?.key
        if let oldest { asked[oldest] = nil }
    }

    /// Whether a packet marked as an answer may come from this neighbour; its age does not matter then.
    public func admitsAnswer(from peer: PeerID, at now: Instant) -> Bool {
        asked[peer].map { now - $0 <= limits.answersFor } ?? false
    }

    /// Whether a request of this neighbour is answered; counts as one when it is.
    ///
    /// Strangers beyond the limit are not answered while all that are known asked within the period.
    public mutating func mayAnswer(_ peer: PeerID, at now: Instant) -> Bool {
        if askers[peer] == nil, askers.count >= limits.peers {
            askers = askers.filter { now - $0.value.last < limits.period }
            guard askers.count < limits.peers else { return false }
        }
        var asker = askers[peer] ?? Asker(bucket: TokenBucket(limits.answers, per: limits.period), last: now)
        defer { askers[peer] = asker }
        asker.last = now
        return asker.bucket.takesToken(at: now)
    }

    /// Forgets a neighbour that is gone; what it asked still counts.
    public mutating func remove(_ peer: PeerID) {
        asked[peer] = nil
    }
}

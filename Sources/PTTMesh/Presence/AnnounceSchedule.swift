import PTTWire

/// When to announce ourselves: often while alone or busy, seldom in company.
struct AnnounceSchedule: Sendable {
    private var lastSent: Instant?
    private var forced: Instant?
    /// One more, in case a forced one was lost.
    private var repeated: Instant?
    /// −1…1, drawn at each announce, so that neighbours do not announce in step.
    private var jitter = 0.0

    private static let alone = Duration.seconds(4)
    private static let busy = Duration.seconds(10)
    private static let trafficCounts = Duration.seconds(5)
    private static let shortestForcedGap = Duration.milliseconds(150)
    /// From this many neighbours on, announces become rarer.
    private static let crowded = 6

    struct Situation: Sendable {
        var connectedPeers: Int
        var lastTraffic: Instant?
    }

    /// Asks for an announce as soon as the throttle allows.
    mutating func force(at instant: Instant) {
        forced = min(forced ?? instant, instant)
    }

    /// Asks for another announce a while after one that was forced.
    mutating func forceAgain(at instant: Instant) {
        repeated = max(repeated ?? instant, instant)
    }

    mutating func wasSent(at now: Instant, using random: inout some RandomNumberGenerator) {
        lastSent = now
        forced = nil
        if let again = repeated, again <= now { repeated = nil }
        jitter = Double.random(in: -1...1, using: &random)
    }

    /// When the next announce is due; nil before the first was asked for.
    func due(_ situation: Situation) -> Instant? {
        let wished = earliest(forced, repeated)
        guard let lastSent else { return wished }
        let usual = lastSent + interval(situation, since: lastSent)
        guard let wished else { return usual }
        return min(usual, max(wished, lastSent + Self.shortestForcedGap))
    }

    private func interval(_ situation: Situation, since lastSent: Instant) -> Duration {
        guard situation.connectedPeers > 0 else { return Self.alone }
        if let traffic = situation.lastTraffic, lastSent + Self.busy <= traffic + Self.trafficCounts {
            return Self.busy
        }
        return situation.connectedPeers < Self.crowded ? .seconds(15 + 4 * jitter) : .seconds(30 + 8 * jitter)
    }
}

import PTTWire

/// When to announce ourselves: often while alone or busy, seldom in company.
struct AnnounceSchedule: Sendable {
    private var lastSent: Sent?
    private var forced: Instant?
    /// One more, in case a forced one was lost.
    private var repeated: Instant?

    /// An announce that went out, and when the next one is due, worked out once because it is asked with every packet.
    private struct Sent: Sendable {
        var nextAlone: Instant
        var nextBusy: Instant
        var nextInCompany: Instant
        var nextInCrowd: Instant
        var nextForced: Instant
    }

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
        // So that neighbours do not announce in step.
        let jitter = Double.random(in: -1...1, using: &random)
        lastSent = Sent(
            nextAlone: now + Self.alone, nextBusy: now + Self.busy,
            nextInCompany: now + .seconds(15 + 4 * jitter), nextInCrowd: now + .seconds(30 + 8 * jitter),
            nextForced: now + Self.shortestForcedGap)
        forced = nil
        if let again = repeated, again <= now { repeated = nil }
    }

    /// When the next announce is due; nil before the first was asked for.
    func due(_ situation: Situation) -> Instant? {
        let wished = earliest(forced, repeated)
        guard let lastSent else { return wished }
        let usual = usual(after: lastSent, situation)
        guard let wished else { return usual }
        return min(usual, max(wished, lastSent.nextForced))
    }

    private func usual(after sent: Sent, _ situation: Situation) -> Instant {
        guard situation.connectedPeers > 0 else { return sent.nextAlone }
        if let traffic = situation.lastTraffic, sent.nextBusy - traffic <= Self.trafficCounts { return sent.nextBusy }
        return situation.connectedPeers < Self.crowded ? sent.nextInCompany : sent.nextInCrowd
    }
}

/// One direction of a path between two links: decides when what was sent arrives, and how often.
struct LoopbackPath: Sendable {
    /// When the copies of a datagram arrive; none when it is lost.
    enum Fate: Hashable, Sendable {
        case lost
        case overflowed
        case arrives(Duration)
        case arrivesTwice(Duration, Duration)
    }

    var impairment: Impairment
    private var isLosing = false
    private var busyUntil = Duration.zero
    private(set) var lastArrival = Duration.zero

    init(_ impairment: Impairment) {
        self.impairment = impairment
    }

    mutating func send(_ count: Int, now: Duration, random: inout SeededRandom) -> Fate {
        var departure = now
        if let rate = impairment.bytesPerSecond, rate > 0 {
            let start = max(now, busyUntil)
            let waitingBytes = Double(rate) * ((start - now) / .seconds(1))
            guard waitingBytes + Double(count) <= Double(max(impairment.queueBytes, count)) || start == now else {
                return .overflowed
            }
            busyUntil = start + .seconds(1) * (Double(count) / Double(rate))
            departure = busyUntil
        }
        guard !loses(&random) else { return .lost }
        let first = arrival(departure, &random)
        guard random.chance(impairment.duplication) else { return .arrives(first) }
        return .arrivesTwice(first, arrival(departure, &random))
    }

    private mutating func loses(_ random: inout SeededRandom) -> Bool {
        let loss = min(max(impairment.loss, 0), 1)
        let run = max(impairment.meanLossRun, 1)
        guard run > 1, loss > 0, loss < 1 else { return random.chance(loss) }
        // Two states: the one that loses is left once in `run` datagrams, and entered so that the shares fit.
        let change = isLosing ? 1 / run : min(1, loss / (run * (1 - loss)))
        if random.chance(change) { isLosing.toggle() }
        return isLosing
    }

    private mutating func arrival(_ departure: Duration, _ random: inout SeededRandom) -> Duration {
        let time = departure + impairment.delay + impairment.jitter * random.unit()
        if random.chance(impairment.reordering) {
            return time + max(impairment.delay + impairment.jitter, .milliseconds(1))
        }
        lastArrival = max(lastArrival, time)
        return lastArrival
    }
}

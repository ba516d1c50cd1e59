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

/// SplitMix64 (Steele, Lea and Flood 2014): the same seed gives the same network.
struct SeededRandom: Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Evenly spread over 0..<1.
    mutating func unit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// True with the given probability; draws nothing when that is certain.
    mutating func chance(_ probability: Double) -> Bool {
        probability > 0 && (probability >= 1 || unit() < probability)
    }
}

public import PTTWire

/// What a path does to packets.
public struct PathImpairments: Hashable, Sendable {
    /// Each packet takes a time of its own, uniform over this range.
    public var delay: ClosedRange<Duration>
    /// Share of packets that vanish.
    public var loss: Double
    /// Share of packets that come twice, each copy with a delay of its own.
    public var duplication: Double
    /// Share of packets that are held back by another `reorderingDelay`.
    public var reordering: Double
    public var reorderingDelay: Duration
    /// Bytes that pass per second, one packet after the other; nil for no limit.
    public var bytesPerSecond: Int?
    /// A packet never overtakes an earlier one, as on a connection.
    public var keepsOrder: Bool

    public init(
        delay: ClosedRange<Duration> = .zero ... .zero, loss: Double = 0, duplication: Double = 0,
        reordering: Double = 0, reorderingDelay: Duration = .milliseconds(50), bytesPerSecond: Int? = nil,
        keepsOrder: Bool = false
    ) {
        self.delay = delay
        self.loss = loss
        self.duplication = duplication
        self.reordering = reordering
        self.reorderingDelay = reorderingDelay
        self.bytesPerSecond = bytesPerSecond
        self.keepsOrder = keepsOrder
    }
}

/// A one-way path in virtual time: what goes in comes out late, twice, out of order or not at all, alike in each run.
public struct ImpairedPath<Payload> {
    /// A packet at the far end.
    public struct Arrival {
        public var payload: Payload
        public var time: Instant
    }

    private let impairments: PathImpairments
    private var generator: SeededGenerator
    /// On the way, soonest first.
    private var travelling: [Arrival] = []
    /// When the sender has pushed out everything before.
    private var idleAt = Instant(nanoseconds: .min)
    private var lastArrival = Instant(nanoseconds: .min)

    public init(_ impairments: PathImpairments, seed: UInt64) {
        self.impairments = impairments
        generator = SeededGenerator(seed: seed)
    }

    /// When the next packet comes out.
    public var nextArrival: Instant? { travelling.first?.time }

    /// Puts a packet in; calls must not go back in time.
    public mutating func send(_ payload: Payload, bytes: Int, at time: Instant) {
        let departure = departure(bytes: bytes, at: time)
        let copies = generator.nextEvent(probability: impairments.duplication) ? 2 : 1
        for _ in 0..<copies {
            // The dice are thrown for lost packets too, so that a change of loss leaves the delays as they were.
            let delay = delay()
            guard !generator.nextEvent(probability: impairments.loss) else { continue }
            var arrival = departure + delay
            if impairments.keepsOrder {
                arrival = max(arrival, lastArrival)
                lastArrival = arrival
            }
            insert(Arrival(payload: payload, time: arrival))
        }
    }

    /// Takes out what has arrived by `time`, in the order of arrival.
    public mutating func receive(until time: Instant) -> [Arrival] {
        let count = travelling.firstIndex { $0.time > time } ?? travelling.count
        defer { travelling.removeFirst(count) }
        return Array(travelling[..<count])
    }

    private mutating func departure(bytes: Int, at time: Instant) -> Instant {
        guard let rate = impairments.bytesPerSecond, rate > 0 else { return time }
        idleAt = max(idleAt, time) + .nanoseconds(Int64(bytes) * 1_000_000_000 / Int64(rate))
        return idleAt
    }

    private mutating func delay() -> Duration {
        let least = impairments.delay.lowerBound.wholeNanoseconds
        let span = Double(impairments.delay.upperBound.wholeNanoseconds - least)
        let delay = Duration.nanoseconds(least + Int64(generator.nextFraction() * span))
        return generator.nextEvent(probability: impairments.reordering) ? delay + impairments.reorderingDelay : delay
    }

    private mutating func insert(_ arrival: Arrival) {
        let place = travelling.firstIndex { $0.time > arrival.time } ?? travelling.count
        travelling.insert(arrival, at: place)
    }
}

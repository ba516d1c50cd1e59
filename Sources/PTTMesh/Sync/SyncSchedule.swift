public import PTTWire

/// When neighbours are asked for what (bitchat wire §9).
public struct SyncSchedule: Sendable {
    /// A request whose moment has come.
    public struct Round: Hashable, Sendable {
        /// Nil for each neighbour.
        public var peer: PeerID?
        public var types: SyncTypes
    }

    public struct Limits: Sendable {
        /// After a neighbour was found, so that its announce and ours are through.
        public var firstDelay = Duration.seconds(1)
        /// Neighbours found at a time.
        public var newcomers = 64

        public init() {}
    }

    /// What is asked for together: a filter has room for some hundreds, and fragments alone would fill it.
    private static let rounds: [(types: SyncTypes, interval: Duration)] = [
        ([.announce, .message, .groupMessage], .seconds(30)), ([.fragment], .seconds(30)), ([.file], .seconds(60)),
    ]
    /// What a new neighbour is asked for.
    public static let everything = rounds.reduce(into: SyncTypes()) { $0.formUnion($1.types) }

    public let limits: Limits
    private var due: [Instant]
    private var newcomers: [(peer: PeerID, due: Instant)] = []

    /// - Parameter now: When the node starts.
    public init(limits: Limits = Limits(), at now: Instant) {
        self.limits = limits
        due = Self.rounds.map { now + $0.interval }
    }

    /// A neighbour was found, or found again.
    public mutating func noteNeighbour(_ peer: PeerID, at now: Instant) {
        guard newcomers.count < limits.newcomers, newcomers.allSatisfy({ $0.peer != peer }) else { return }
        newcomers.append((peer, now + limits.firstDelay))
    }

    /// A neighbour is gone.
    public mutating func remove(_ peer: PeerID) {
        newcomers.removeAll { $0.peer == peer }
    }

    /// When the next round is due.
    public var nextDue: Instant {
        newcomers.map(\.due).reduce(due.reduce(Instant(nanoseconds: .max), min), min)
    }

    /// The rounds that are due; missed ones are not made up for.
    public mutating func takeDue(at now: Instant) -> [Round] {
        var taken: [Round] = []
        for newcomer in newcomers where newcomer.due <= now {
            taken.append(Round(peer: newcomer.peer, types: Self.everything))
        }
        newcomers.removeAll { $0.due <= now }
        for (index, round) in Self.rounds.enumerated() where due[index] <= now {
            taken.append(Round(peer: nil, types: round.types))
            due[index] = now + round.interval
        }
        return taken
    }
}

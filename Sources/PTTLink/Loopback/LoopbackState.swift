/// The rules of a ``LoopbackNetwork`` as a value: who is there, which way things go, and what comes due when.
struct LoopbackState: Sendable {
    enum Due: Sendable {
        case event(LinkEvent, at: String)
        case action(@Sendable () -> Void)
    }

    private enum Item: Sendable {
        case datagram([UInt8], Pair)
        case up(Pair)
        case down(Pair)
        case fault(LinkError, at: String)
        case action(@Sendable () -> Void)
    }

    private struct Pair: Hashable, Sendable {
        let source: String
        let destination: String
        var reversed: Pair { Pair(source: destination, destination: source) }
    }

    private let topology: LoopbackNetwork.Topology
    private let traits: LinkTraits
    private var impairment: Impairment
    private var random: SeededRandom
    private var agenda = Agenda<Item>()
    private var paths: [Pair: LoopbackPath] = [:]
    private var chosen: Set<Pair> = []
    private var groups: [Set<String>] = []
    private var running: Set<String> = []
    /// Source is up at destination.
    private var known: Set<Pair> = []

    init(seed: UInt64, topology: LoopbackNetwork.Topology, impairment: Impairment, traits: LinkTraits) {
        self.topology = topology
        self.traits = traits
        self.impairment = impairment
        random = SeededRandom(seed: seed)
    }

    var hasRunning: Bool { !running.isEmpty }
    var nextTime: Duration? { agenda.nextTime }

    /// Returns false when an end of that name runs already.
    mutating func start(_ name: String, now: Duration) -> Bool {
        guard running.insert(name).inserted else { return false }
        for other in running.sorted() where isConnected(Pair(source: name, destination: other)) {
            introduce(name, other, now: now)
        }
        return true
    }

    mutating func stop(_ name: String, now: Duration) {
        guard running.remove(name) != nil else { return }
        known = known.filter { $0.destination != name }
        for other in running.sorted() where isConnected(Pair(source: name, destination: other)) {
            // Behind what is on the way, so that a farewell still arrives.
            signal(Item.down, Pair(source: name, destination: other), now: now)
        }
    }

    mutating func connect(_ one: String, _ other: String, now: Duration) {
        let pair = Pair(source: one, destination: other)
        guard one != other, chosen.insert(pair).inserted else { return }
        chosen.insert(pair.reversed)
        if running.contains(one), running.contains(other) { introduce(one, other, now: now) }
    }

    mutating func disconnect(_ one: String, _ other: String, now: Duration) {
        let pair = Pair(source: one, destination: other)
        guard chosen.remove(pair) != nil else { return }
        chosen.remove(pair.reversed)
        for pair in [pair, pair.reversed] where running.contains(pair.destination) {
            agenda.add(.down(pair), at: now)
        }
    }

    mutating func send(_ datagram: [UInt8], from source: String, to destination: String, now: Duration) {
        guard running.contains(source) else { return }
        let pair = Pair(source: source, destination: destination)
        guard datagram.count <= traits.maximumDatagramBytes else {
            let message = "\(datagram.count) bytes do not fit a datagram, which holds \(traits.maximumDatagramBytes)"
            return agenda.add(.fault(LinkError(.tooLarge, message), at: source), at: now)
        }
        guard known.contains(pair.reversed) else {
            return agenda.add(
                .fault(LinkError(.unreachable, "\(destination) is not a neighbour"), at: source), at: now)
        }
        transmit(datagram, pair, now: now)
    }

    mutating func broadcast(_ datagram: [UInt8], from source: String, except excluded: String?, now: Duration) {
        guard running.contains(source) else { return }
        guard datagram.count <= traits.maximumDatagramBytes else {
            return send(datagram, from: source, to: source, now: now)
        }
        for other in running.sorted() where other != excluded {
            let pair = Pair(source: source, destination: other)
            if isConnected(pair) { transmit(datagram, pair, now: now) }
        }
    }

    mutating func impair(_ impairment: Impairment) {
        self.impairment = impairment
        for pair in paths.keys { paths[pair]?.impairment = impairment }
    }

    mutating func impair(_ impairment: Impairment, from source: String, to destination: String) {
        let pair = Pair(source: source, destination: destination)
        paths[pair, default: LoopbackPath(impairment)].impairment = impairment
    }

    mutating func partition(_ groups: [Set<String>]) {
        self.groups = groups
    }

    mutating func schedule(at time: Duration, _ action: @escaping @Sendable () -> Void) {
        agenda.add(.action(action), at: time)
    }

    /// Takes the first thing that is due at `time`.
    mutating func next(due time: Duration) -> (time: Duration, due: Due)? {
        while let (time, item) = agenda.next(due: time) {
            if let due = take(item) { return (time, due) }
        }
        return nil
    }

    private mutating func take(_ item: Item) -> Due? {
        switch item {
        case .datagram(let datagram, let pair):
            guard known.contains(pair) else { return nil }
            return .event(.received(datagram, from: Endpoint(pair.source)), at: pair.destination)
        case .up(let pair):
            guard running.contains(pair.destination), known.insert(pair).inserted else { return nil }
            return .event(.up(Endpoint(pair.source), traits), at: pair.destination)
        case .down(let pair):
            guard known.remove(pair) != nil else { return nil }
            return .event(.down(Endpoint(pair.source)), at: pair.destination)
        case .fault(let error, let name):
            return running.contains(name) ? .event(.fault(error), at: name) : nil
        case .action(let action):
            return .action(action)
        }
    }

    private func isConnected(_ pair: Pair) -> Bool {
        guard pair.source != pair.destination else { return false }
        switch topology {
        case .everyone: return true
        case .chosen: return chosen.contains(pair)
        }
    }

    private func isSevered(_ pair: Pair) -> Bool {
        guard !groups.isEmpty else { return false }
        return groups.firstIndex { $0.contains(pair.source) } != groups.firstIndex { $0.contains(pair.destination) }
    }

    private mutating func introduce(_ one: String, _ other: String, now: Duration) {
        let pair = Pair(source: one, destination: other)
        signal(Item.up, pair, now: now)
        signal(Item.up, pair.reversed, now: now)
    }

    /// Tells of a neighbour behind everything that is still on the way from it.
    private mutating func signal(_ item: (Pair) -> Item, _ pair: Pair, now: Duration) {
        agenda.add(item(pair), at: max(now, paths[pair]?.lastArrival ?? now))
    }

    private mutating func transmit(_ datagram: [UInt8], _ pair: Pair, now: Duration) {
        guard !isSevered(pair) else { return }
        switch paths[pair, default: LoopbackPath(impairment)].send(datagram.count, now: now, random: &random) {
        case .lost: break
        case .overflowed:
            let message = "the path to \(pair.destination) has \(impairment.queueBytes) bytes waiting"
            agenda.add(.fault(LinkError(.queueFull, message), at: pair.source), at: now)
        case .arrives(let time):
            agenda.add(.datagram(datagram, pair), at: time)
        case .arrivesTwice(let first, let second):
            agenda.add(.datagram(datagram, pair), at: first)
            agenda.add(.datagram(datagram, pair), at: second)
        }
    }
}

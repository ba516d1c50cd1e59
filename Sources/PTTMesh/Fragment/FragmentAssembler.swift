public import PTTWire

/// What became of a fragment.
public enum FragmentReception: Hashable, Sendable {
    case stored
    /// Known already.
    case repeated
    /// The last piece: this is the frame. Tell ``FragmentAssembler/finish(_:)`` once the packet in it proved itself.
    case completed([UInt8])
}

/// Puts frames together from their fragments.
///
/// Told all fragments, those seen before too: what comes over several links bears out each other. What a link and a sender
/// on it may hold is bounded, and when everything is full the one that holds most gives way, so that nobody can push out
/// what others have under way over another link.
public struct FragmentAssembler: Sendable {
    public struct Limits: Sendable {
        /// Frames under way, of all: as shipped.
        public var streams = 128
        /// Frames under way of one sender over one link: a file and what is said beside it.
        public var streamsPerSender = 16
        /// Memory, of all: a dozen files of the largest size. Where links begin to contradict each other, the pieces of one
        /// frame are taken apart by link, which adds that frame three times at most until something gives way.
        public var bytes = 16 << 20
        /// Memory for one sender over one link: three files of the largest size.
        public var bytesPerSender = 4 << 20
        /// Without a new piece for this long, a frame is given up.
        public var idle = Duration.seconds(30)
        /// As is one that is not whole by then: three times what the largest file takes at the pace of fragments.
        public var age = Duration.seconds(180)
        /// A frame is asked for again when no new piece came for this long, and then at most as often as `repeated` says.
        public var stalled = Duration.seconds(5)
        public var repeated = Duration.seconds(10)
        /// Frames remembered as put together.
        public var finished = 256

        public init() {}
    }

    public let limits: Limits
    private var streams: [FragmentKey: FragmentStream] = [:]
    private var byteCount = 0
    private var finished: RecentSet<FragmentKey>

    public init(limits: Limits = Limits()) {
        self.limits = limits
        finished = RecentSet(capacity: limits.finished)
    }

    /// Frames under way.
    public var count: Int { streams.count }
    /// Memory they take, about, in bytes.
    public var memory: Int { byteCount }

    /// Takes a piece in.
    ///
    /// - Parameters:
    ///   - sender: Of the packet around it, which proves nothing.
    ///   - isBroadcast: Whether that packet is for everyone; only such can be asked for again.
    /// - Complexity: O(frames under way), and O(frame) for the last piece.
    public mutating func receive(
        _ fragment: Fragment, from sender: PeerID, isBroadcast: Bool, over link: LinkID, at now: Instant
    ) throws(FragmentRefusal) -> FragmentReception {
        expire(at: now)
        let key = FragmentKey(sender: sender, id: fragment.id)
        guard !finished.contains(key) else { throw .finished }
        var stream = streams.removeValue(forKey: key) ?? FragmentStream(isBroadcast: isBroadcast, at: now)
        byteCount -= stream.cost
        defer { keep(stream, as: key) }
        try makeRoom(for: fragment, in: &stream, from: sender, over: link)
        return try stream.receive(fragment, over: link, at: now)
    }

    /// The packet of this frame proved itself: further pieces of it are `finished`.
    public mutating func finish(_ key: FragmentKey) {
        remove(key)
        _ = finished.note(key)
    }

    /// Indices of the pieces that have not come, in order; empty for what is not under way.
    public func missing(of key: FragmentKey) -> [Int] { streams[key]?.missing ?? [] }

    /// Frames to everyone that wait for pieces too long, to name in a sync request; each counts as asked for.
    public mutating func takeStalled(at now: Instant) -> [FragmentKey] {
        let due = streams.filter { key, stream in
            guard let moment = nextAsk(stream) else { return false }
            return moment <= now
        }
        let oldestFirst = due.sorted { ($0.value.began, $0.key.id) < ($1.value.began, $1.key.id) }
        let keys = oldestFirst.prefix(SyncRequest.mostFragments).map(\.key)
        for key in keys { streams[key]?.lastAsked = now }
        return keys
    }

    /// When a frame is to be asked for, or given up.
    public var nextDeadline: Instant? {
        streams.values.reduce(nil) { earliest, stream in
            let deadline = min(end(of: stream), nextAsk(stream) ?? end(of: stream))
            return min(earliest ?? deadline, deadline)
        }
    }

    /// Gives up what took too long.
    public mutating func expire(at now: Instant) {
        for (key, stream) in streams where end(of: stream) <= now { remove(key) }
    }

    private func end(of stream: FragmentStream) -> Instant {
        min(stream.lastProgress + limits.idle, stream.began + limits.age)
    }

    private func nextAsk(_ stream: FragmentStream) -> Instant? {
        guard stream.isBroadcast else { return nil }
        let stalled = stream.lastProgress + limits.stalled
        return stream.lastAsked.map { max(stalled, $0 + limits.repeated) } ?? stalled
    }

    private mutating func remove(_ key: FragmentKey) {
        byteCount -= streams.removeValue(forKey: key)?.cost ?? 0
    }

    private mutating func keep(_ stream: FragmentStream, as key: FragmentKey) {
        guard !stream.isEmpty else { return }
        streams[key] = stream
        byteCount += stream.cost
    }
}

extension FragmentAssembler {
    /// Whose share of the table a part of a frame takes.
    private struct Owner: Hashable {
        var link: LinkID
        var sender: PeerID
    }

    /// A part of a frame under way.
    private struct Holding {
        var key: FragmentKey
        var part: FragmentStream.Part
        var lastProgress: Instant

        var owner: Owner { Owner(link: part.link, sender: key.sender) }
    }

    private var holdings: [Holding] {
        streams.flatMap { key, stream in
            stream.parts.map { Holding(key: key, part: $0, lastProgress: stream.lastProgress) }
        }
    }

    /// Lets others give way until `fragment` fits; `stream` itself is not in the table meanwhile.
    private mutating func makeRoom(
        for fragment: Fragment, in stream: inout FragmentStream, from sender: PeerID, over link: LinkID
    ) throws(FragmentRefusal) {
        let cost = FragmentAssembly.cost(of: fragment)
        while true {
            let owner = Owner(link: stream.payer(for: link), sender: sender)
            if let victim = victim(for: owner, adding: cost, to: stream) {
                drop(victim)
                continue
            }
            guard streams.count < limits.streams else { throw .noRoom }
            guard byteCount + stream.cost + cost > limits.bytes else { return }
            // What others say about this very frame must not keep it from becoming whole.
            let others = stream.parts.filter { $0.link != link }
            guard let other = others.max(by: { $0.cost < $1.cost }) else { throw .noRoom }
            stream.drop(other.link)
        }
    }

    private mutating func drop(_ holding: Holding) {
        guard var stream = streams.removeValue(forKey: holding.key) else { return }
        byteCount -= stream.cost
        stream.drop(holding.part.link)
        keep(stream, as: holding.key)
    }

    /// What gives way: something of the owner itself when it would hold too much, else of whoever holds most.
    private func victim(for owner: Owner, adding cost: Int, to stream: FragmentStream) -> Holding? {
        // With so little under way nobody can hold too much.
        let isQuiet = streams.count < min(limits.streams, limits.streamsPerSender)
        if isQuiet, byteCount + stream.cost + cost <= min(limits.bytes, limits.bytesPerSender) { return nil }
        let isFull = streams.count >= limits.streams
        let holdings = holdings
        let own = holdings.filter { $0.owner == owner }
        let here = stream.parts.reduce(cost) { $0 + ($1.link == owner.link ? $1.cost : 0) }
        let ownBytes = own.reduce(here) { $0 + $1.part.cost }
        if own.count >= limits.streamsPerSender || ownBytes > limits.bytesPerSender, let weakest = weakest(own) {
            return weakest
        }
        guard isFull || byteCount + stream.cost + cost > limits.bytes else { return nil }
        return weakestOfHeaviest(holdings, adding: isFull ? 1 : here, to: owner) { isFull ? 1 : $0.part.cost }
    }

    /// The weakest holding of the heaviest sender on the heaviest link; nil where the owner's link would be heavier yet.
    private func weakestOfHeaviest(
        _ holdings: [Holding], adding added: Int, to owner: Owner, by weight: (Holding) -> Int
    ) -> Holding? {
        var links = [owner.link: added]
        var owners: [Owner: Int] = [:]
        for holding in holdings {
            links[holding.part.link, default: 0] += weight(holding)
            owners[holding.owner, default: 0] += weight(holding)
        }
        let heaviest = owners.max { left, right in
            let (one, other) = (links[left.key.link] ?? 0, links[right.key.link] ?? 0)
            return (one, left.key.link.rawValue, left.value, left.key.sender)
                < (other, right.key.link.rawValue, right.value, right.key.sender)
        }?.key
        guard let heaviest, links[heaviest.link] ?? 0 >= links[owner.link] ?? 0 else { return nil }
        return weakest(holdings.filter { $0.owner == heaviest })
    }

    /// The one with fewest pieces, of these the one that waits for longest: a frame that moves on is spared.
    private func weakest(_ some: [Holding]) -> Holding? {
        some.min { left, right in
            (left.part.count, left.lastProgress, left.key.id) < (right.part.count, right.lastProgress, right.key.id)
        }
    }
}

public import PTTWire

/// The frames that are being sent in pieces: two files at a time, everything else at once, each at its own pace.
public struct FragmentTransfers: Sendable {
    public struct Limits: Sendable {
        /// Files whose pieces travel at the same time; more wait their turn.
        public var filesAtATime = 2
        /// Frames under way or waiting: as many as there may be neighbours.
        public var transfers = 64
        /// Bytes of those frames: the files of a busy minute.
        public var bytes = 8 << 20

        public init() {}
    }

    /// Which waits for which.
    public enum Urgency: Hashable, Sendable {
        /// A packet that happens to be too large for a link.
        case prompt
        /// A file, which may wait for others.
        case file
    }

    /// A piece whose moment has come.
    public struct Piece: Sendable {
        public var frame: [UInt8]
        /// Nil when it goes to all links.
        public var link: LinkID?
        public var id: FragmentID
        /// Pieces of this transfer that are still to come.
        public var remaining: Int
    }

    private struct Transfer: Sendable {
        var plan: FragmentPlan
        var link: LinkID?
        var urgency: Urgency
        /// Pieces to send, last first.
        var indices: [Int]
        /// Nil until its turn.
        var due: Instant?
    }

    public let limits: Limits
    private var transfers: [Transfer] = []
    private var byteCount = 0

    public init(limits: Limits = Limits()) {
        self.limits = limits
    }

    public var isEmpty: Bool { transfers.isEmpty }

    /// When the next piece is due.
    public var nextDue: Instant? { transfers.compactMap(\.due).min() }

    /// Begins to send, or to send again.
    ///
    /// - Parameter indices: The pieces to send, all of them unless told; what the plan does not have is left out.
    /// - Throws: `noRoom` beyond the limits.
    public mutating func start(
        _ plan: FragmentPlan, over link: LinkID?, as urgency: Urgency, indices: [Int]? = nil, at now: Instant
    ) throws(FragmentRefusal) {
        guard transfers.count < limits.transfers, byteCount + plan.byteCount <= limits.bytes else { throw .noRoom }
        let wanted = indices.map { given in Set(given).filter((0..<plan.count).contains).sorted(by: >) }
        let pieces = wanted ?? (0..<plan.count).reversed()
        guard !pieces.isEmpty else { return }
        byteCount += plan.byteCount
        transfers.append(Transfer(plan: plan, link: link, urgency: urgency, indices: pieces, due: nil))
        beginTurns(at: now)
    }

    /// Takes out the piece that has been due for longest.
    public mutating func popDue(at now: Instant) throws(FragmentError) -> Piece? {
        var earliest: (index: Int, due: Instant)?
        for (index, transfer) in transfers.enumerated() {
            guard let due = transfer.due, due <= now, earliest.map({ due < $0.due }) ?? true else { continue }
            earliest = (index, due)
        }
        guard let (position, due) = earliest, let index = transfers[position].indices.popLast() else { return nil }
        let transfer = transfers[position]
        // A sleeper that wakes late does not let the pieces go all at once.
        transfers[position].due = max(due, now) + transfer.plan.interval
        if transfer.indices.isEmpty { remove(at: position, at: now) }
        return Piece(
            frame: try transfer.plan.frame(at: index), link: transfer.link, id: transfer.plan.id,
            remaining: transfer.indices.count)
    }

    /// Sends no more of it; false when it is not under way.
    public mutating func cancel(_ id: FragmentID, at now: Instant) -> Bool {
        guard let position = transfers.firstIndex(where: { $0.plan.id == id }) else { return false }
        remove(at: position, at: now)
        return true
    }

    /// Sends no more over a link that is gone.
    public mutating func cancelAll(over link: LinkID, at now: Instant) {
        while let position = transfers.firstIndex(where: { $0.link == link }) { remove(at: position, at: now) }
    }

    private mutating func remove(at position: Int, at now: Instant) {
        byteCount -= transfers.remove(at: position).plan.byteCount
        beginTurns(at: now)
    }

    private mutating func beginTurns(at now: Instant) {
        var files = transfers.count { $0.urgency == .file && $0.due != nil }
        for index in transfers.indices where transfers[index].due == nil {
            switch transfers[index].urgency {
            case .prompt:
                transfers[index].due = now
            case .file where files < limits.filesAtATime:
                transfers[index].due = now
                files += 1
            case .file:
                continue
            }
        }
    }
}

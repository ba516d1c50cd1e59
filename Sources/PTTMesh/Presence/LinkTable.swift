import PTTWire

/// The neighbours whose datagrams arrive, and who they turned out to be.
struct LinkTable: Sendable {
    struct Entry: Sendable {
        var isCostly: Bool
        var peer: PeerID?
        var lastBound: Instant?
        /// Counts up, so that the least came first.
        fileprivate var arrival: UInt64
    }

    private var entries: [LinkID: Entry] = [:]
    private var arrivals: UInt64 = 0
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
    }

    var isEmpty: Bool { entries.isEmpty }

    subscript(link: LinkID) -> Entry? { entries[link] }

    /// False when the table is full of links that peers were found on; of the others the oldest gives way, so that made-up
    /// addresses keep nobody out.
    mutating func add(_ link: LinkID, isCostly: Bool) -> Bool {
        if entries[link] != nil {
            entries[link]?.isCostly = isCostly
            return true
        }
        if entries.count >= capacity {
            let unbound = entries.filter { $0.value.peer == nil }
            guard let oldest = unbound.min(by: { $0.value.arrival < $1.value.arrival })?.key else { return false }
            entries[oldest] = nil
        }
        arrivals += 1
        entries[link] = Entry(isCostly: isCostly, arrival: arrivals)
        return true
    }

    /// Returns the peer that was on it.
    mutating func remove(_ link: LinkID) -> PeerID? {
        entries.removeValue(forKey: link)?.peer
    }

    mutating func bind(_ link: LinkID, to peer: PeerID, at now: Instant) {
        entries[link]?.peer = peer
        entries[link]?.lastBound = now
    }

    mutating func unbind(_ link: LinkID) {
        entries[link]?.peer = nil
    }
}

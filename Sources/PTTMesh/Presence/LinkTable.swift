import PTTWire

/// The neighbours whose datagrams arrive, and who they turned out to be.
struct LinkTable: Sendable {
    struct Entry: Sendable {
        var isCostly: Bool
        var peer: PeerID?
        var lastBound: Instant?
    }

    private var entries: [LinkID: Entry] = [:]
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
    }

    var isEmpty: Bool { entries.isEmpty }

    subscript(link: LinkID) -> Entry? { entries[link] }

    /// False when the table is full.
    mutating func add(_ link: LinkID, isCostly: Bool) -> Bool {
        guard entries[link] != nil || entries.count < capacity else { return false }
        entries[link, default: Entry(isCostly: isCostly)].isCostly = isCostly
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

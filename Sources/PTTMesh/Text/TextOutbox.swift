import PTTWire

/// Texts and receipts of ours: those that wait for a session, those on their way, and those that arrived lately.
struct TextOutbox: Sendable {
    enum Content: Hashable, Sendable {
        case text(String)
        case readReceipt
    }

    enum Stage: Hashable, Sendable {
        case queued
        /// Given to the mesh, so often.
        case sent(times: Int, last: Instant)
        case delivered
    }

    struct Item: Sendable {
        var peer: PeerID
        var id: String
        var content: Content
        var entered: Instant
        var stage: Stage
    }

    struct Limits: Sendable {
        var perPeer: Int
        var total: Int
        var lifetime: Duration
    }

    /// In the order of entry.
    private(set) var items: [Item] = []
    private let limits: Limits

    init(limits: Limits) {
        self.limits = limits
    }

    /// False when too many wait already.
    mutating func enter(_ content: Content, id: String, to peer: PeerID, at now: Instant) -> Bool {
        let waiting = items.lazy.filter { $0.peer == peer && $0.stage == .queued }.count
        guard waiting < limits.perPeer else { return false }
        if items.count >= limits.total {
            // Those on their way or there are kept only to repeat them and to recognise their receipts.
            guard
                let oldest = items.firstIndex(where: { $0.stage == .delivered })
                    ?? items.firstIndex(where: { $0.stage != .queued })
            else { return false }
            items.remove(at: oldest)
        }
        items.append(Item(peer: peer, id: id, content: content, entered: now, stage: .queued))
        return true
    }

    func hasWaiting(for peer: PeerID) -> Bool {
        items.contains { $0.peer == peer && $0.stage == .queued }
    }

    /// Takes everything for `peer` that has not been delivered as not sent, because the session it went into is gone.
    mutating func requeue(for peer: PeerID) {
        for index in items.indices where items[index].peer == peer {
            if case .sent = items[index].stage { items[index].stage = .queued }
        }
    }

    /// Indices of what goes to `peer` now that a session stands.
    func waiting(for peer: PeerID) -> [Int] {
        items.indices.filter { items[$0].peer == peer && items[$0].stage == .queued }
    }

    mutating func markSent(_ index: Int, at now: Instant) {
        switch items[index].stage {
        case .queued, .delivered: items[index].stage = .sent(times: 1, last: now)
        case .sent(let times, _): items[index].stage = .sent(times: times + 1, last: now)
        }
    }

    /// Receipts are not confirmed: once sent, they are done.
    mutating func dropSentReceipts() {
        items.removeAll { item in
            guard case .sent = item.stage else { return false }
            return item.content == .readReceipt
        }
    }

    /// Notes a receipt of `peer`'s; false when no text of ours has that ID, or it was noted before.
    mutating func confirm(_ id: String, by peer: PeerID, isRead: Bool) -> Bool {
        guard let index = items.firstIndex(where: { $0.peer == peer && $0.id == id && $0.content != .readReceipt })
        else { return false }
        if isRead {
            items.remove(at: index)
            return true
        }
        guard items[index].stage != .delivered else { return false }
        items[index].stage = .delivered
        return true
    }

    /// Takes out what waited or was on its way for too long.
    mutating func removeExpired(at now: Instant) -> [Item] {
        let expired = items.filter { $0.stage != .delivered && $0.entered + limits.lifetime <= now }
        items.removeAll { $0.stage != .delivered && $0.entered + limits.lifetime <= now }
        return expired
    }

    /// When the first one that is not delivered expires.
    var nextExpiry: Instant? {
        items.first { $0.stage != .delivered }.map { $0.entered + limits.lifetime }
    }
}

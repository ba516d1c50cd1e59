/// Bursts that are over: a packet that straggles in must not open them again.
struct BurstTombstones<Sender: Hashable & Sendable>: Sendable {
    private let lifetime: Duration
    private let capacity: Int
    private var expiries: [BurstKey<Sender>: Instant] = [:]
    /// The keys, oldest first.
    private var order: [BurstKey<Sender>] = []

    init(lifetime: Duration, capacity: Int) {
        self.lifetime = lifetime
        self.capacity = max(capacity, 1)
    }

    var count: Int { order.count }

    func contains(_ key: BurstKey<Sender>, now: Instant) -> Bool {
        guard let expiry = expiries[key] else { return false }
        return now < expiry
    }

    /// Closes a burst for the lifetime; the oldest ones make room.
    mutating func insert(_ key: BurstKey<Sender>, now: Instant) {
        removeExpired(now: now)
        guard expiries[key] == nil else { return }
        if order.count >= capacity {
            expiries[order.removeFirst()] = nil
        }
        expiries[key] = now + lifetime
        order.append(key)
    }

    private mutating func removeExpired(now: Instant) {
        let expired = order.prefix { key in expiries[key].map { $0 <= now } ?? true }
        for key in expired { expiries[key] = nil }
        order.removeFirst(expired.count)
    }
}

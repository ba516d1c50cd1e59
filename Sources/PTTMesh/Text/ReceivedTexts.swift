/// The texts received lately, to tell one that comes again: of fixed size, the oldest is forgotten.
struct ReceivedTexts: Sendable {
    private struct Key: Hashable, Sendable {
        var sender: PeerID
        var id: String
    }

    private var keys: Set<Key> = []
    private var order: [Key] = []
    private var next = 0
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    /// False when it was noted before.
    mutating func note(_ id: String, from sender: PeerID) -> Bool {
        let key = Key(sender: sender, id: id)
        guard keys.insert(key).inserted else { return false }
        if order.count < capacity {
            order.append(key)
        } else {
            keys.remove(order[next])
            order[next] = key
            next = (next + 1) % capacity
        }
        return true
    }
}

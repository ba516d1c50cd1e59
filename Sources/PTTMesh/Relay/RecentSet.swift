/// The values noted lately, to tell one that comes again: of fixed size, the oldest is forgotten.
struct RecentSet<Value: Hashable & Sendable>: Sendable {
    private var values: Set<Value> = []
    private var order: [Value] = []
    private var next = 0
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    func contains(_ value: Value) -> Bool { values.contains(value) }

    /// False when it was noted before.
    mutating func note(_ value: Value) -> Bool {
        guard values.insert(value).inserted else { return false }
        if order.count < capacity {
            order.append(value)
        } else {
            values.remove(order[next])
            order[next] = value
            next = (next + 1) % capacity
        }
        return true
    }
}

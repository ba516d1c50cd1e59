/// A first-in first-out queue with room for so many; where it is full the oldest gives way.
struct BoundedQueue<Element: Sendable>: Sendable {
    private var slots: [Element?]
    private var head = 0
    private(set) var count = 0

    init(capacity: Int) {
        slots = Array(repeating: nil, count: max(1, capacity))
    }

    var isEmpty: Bool { count == 0 }
    var first: Element? { slots[head] }

    /// Returns what had to give way.
    mutating func append(_ element: Element) -> Element? {
        let displaced = count == slots.count ? removeFirst() : nil
        slots[(head + count) % slots.count] = element
        count += 1
        return displaced
    }

    @discardableResult
    mutating func removeFirst() -> Element? {
        guard count > 0 else { return nil }
        let element = slots[head]
        slots[head] = nil
        head = (head + 1) % slots.count
        count -= 1
        return element
    }
}

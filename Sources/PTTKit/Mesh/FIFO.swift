/// A first-in first-out queue that gives its room back as it is emptied.
struct FIFO<Element: Sendable>: Sendable {
    private var elements: [Element?] = []
    private var head = 0

    var count: Int { elements.count - head }
    var isEmpty: Bool { count == 0 }

    mutating func append(_ element: Element) {
        elements.append(element)
    }

    mutating func popFirst() -> Element? {
        guard head < elements.count else { return nil }
        defer {
            elements[head] = nil
            head += 1
            // Half of it is empty: moving the other half costs what its appending did.
            if head * 2 >= elements.count {
                elements.removeSubrange(..<head)
                head = 0
            }
        }
        return elements[head]
    }
}

/// What is to happen, earliest first, and in the order it was added where times are equal. A binary heap.
struct Agenda<Item: Sendable>: Sendable {
    private struct Entry: Sendable {
        let time: Duration
        let order: UInt64
        let item: Item

        func precedes(_ other: Entry) -> Bool {
            (time, order) < (other.time, other.order)
        }
    }

    private var heap: [Entry] = []
    private var nextOrder: UInt64 = 0

    var nextTime: Duration? { heap.first?.time }

    mutating func add(_ item: Item, at time: Duration) {
        heap.append(Entry(time: time, order: nextOrder, item: item))
        nextOrder += 1
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].precedes(heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    /// Takes the first item that is due at `time`.
    mutating func next(due time: Duration) -> (time: Duration, item: Item)? {
        guard let first = heap.first, first.time <= time else { return nil }
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            sink()
        }
        return (first.time, first.item)
    }

    private mutating func sink() {
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
                if heap[child].precedes(heap[least]) { least = child }
            }
            guard least != parent else { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}

/// Prepared statements by their text; the one that was not used for longest gives way.
struct StatementCache {
    private struct Entry {
        var statement: Statement
        var use: UInt64
    }

    private let capacity: Int
    private var entries: [String: Entry] = [:]
    private var uses: UInt64 = 0

    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    var count: Int { entries.count }

    subscript(text: String) -> Statement? {
        mutating get {
            uses += 1
            entries[text]?.use = uses
            return entries[text]?.statement
        }
        set {
            uses += 1
            entries[text] = newValue.map { Entry(statement: $0, use: uses) }
            if entries.count > capacity, let oldest = entries.min(by: { $0.value.use < $1.value.use }) {
                entries[oldest.key] = nil
            }
        }
    }

    mutating func removeAll() {
        entries.removeAll()
    }
}

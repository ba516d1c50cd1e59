import PTTWire

/// Tells each reason for refusing at most so often, with the number of those in between: a flood must not become another.
struct RefusalReports: Sendable {
    private struct Reason: Sendable {
        var lastTold: Instant?
        var untold = 0
    }

    private var reasons = [Reason](repeating: Reason(), count: MeshRefusal.allCases.count)
    private let interval: Duration

    init(interval: Duration) {
        self.interval = interval
    }

    /// How many to tell now; nil when it is too early.
    mutating func note(_ reason: MeshRefusal, at now: Instant) -> Int? {
        let index = reason.rawValue
        reasons[index].untold += 1
        if let last = reasons[index].lastTold, now - last < interval { return nil }
        defer { reasons[index] = Reason(lastTold: now) }
        return reasons[index].untold
    }
}

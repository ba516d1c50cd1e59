import PTTWire

/// Lets so many through at once, and then one more each `interval`.
struct TokenBucket: Sendable {
    private let capacity: Int64
    private let interval: Int64
    /// Nanoseconds of waiting that were saved up.
    private var saved: Int64
    private var last: Instant?

    /// `capacity` tokens, all there at first, that come back within `period`.
    init(_ capacity: Int, per period: Duration) {
        self.capacity = Int64(max(capacity, 1))
        interval = max(period.wholeNanoseconds / self.capacity, 1)
        saved = self.capacity * interval
    }

    mutating func hasToken(at now: Instant) -> Bool {
        if let last, last < now {
            saved = min(saved + min((now - last).wholeNanoseconds, capacity * interval), capacity * interval)
        }
        last = now
        return saved >= interval
    }

    /// Takes a token if one is there.
    mutating func takesToken(at now: Instant) -> Bool {
        guard hasToken(at: now) else { return false }
        saved -= interval
        return true
    }
}

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

    private var full: Int64 { capacity * interval }

    mutating func hasToken(at now: Instant) -> Bool {
        if let last, last < now {
            let elapsed = (now - last).wholeNanoseconds
            // A difference beyond what the clock can count is long enough.
            saved = elapsed < 0 ? full : min(saved + min(elapsed, full), full)
        }
        last = last.map { max($0, now) } ?? now
        return saved >= interval
    }

    /// Takes a token if one is there.
    mutating func takesToken(at now: Instant) -> Bool {
        guard hasToken(at: now) else { return false }
        saved -= interval
        return true
    }
}

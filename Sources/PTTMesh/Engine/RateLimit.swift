import PTTWire

/// Lets so many through a second, and as many at once after a pause.
struct RateLimit: Sendable {
    private let perSecond: Int64
    /// In billionths of one passage.
    private var credit: Int64
    private var last: Instant?

    init(perSecond: Int) {
        self.perSecond = Int64(perSecond)
        credit = Int64(perSecond) * 1_000_000_000
    }

    mutating func admits(at now: Instant) -> Bool {
        if let last {
            let elapsed = min(max((now - last).wholeNanoseconds, 0), 1_000_000_000)
            credit = min(credit + elapsed * perSecond, perSecond * 1_000_000_000)
        }
        last = now
        guard credit >= 1_000_000_000 else { return false }
        credit -= 1_000_000_000
        return true
    }
}

/// A reading of a monotonic clock: nanoseconds since an epoch that only its own process knows.
public struct Instant: Hashable, Comparable, Sendable {
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    public static func < (left: Instant, right: Instant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    public static func + (instant: Instant, duration: Duration) -> Instant {
        Instant(nanoseconds: instant.nanoseconds &+ duration.wholeNanoseconds)
    }

    public static func - (later: Instant, earlier: Instant) -> Duration {
        .nanoseconds(later.nanoseconds &- earlier.nanoseconds)
    }
}

/// A reading of the wall clock: milliseconds since the Unix epoch, as packets carry it.
public struct Timestamp: Hashable, Comparable, Sendable {
    public var milliseconds: UInt64

    public init(milliseconds: UInt64) {
        self.milliseconds = milliseconds
    }

    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// Signed distance from `other`, in milliseconds; saturates instead of trapping.
    public func milliseconds(since other: Timestamp) -> Int64 {
        self >= other
            ? Int64(clamping: milliseconds - other.milliseconds)
            : -Int64(clamping: other.milliseconds - milliseconds)
    }
}

/// Both clocks read at one moment: what an engine is told with every event.
public struct ClockReading: Hashable, Sendable {
    /// Orders events and measures durations; never jumps.
    public var instant: Instant
    /// Stamps packets; may jump when somebody sets the clock.
    public var timestamp: Timestamp

    public init(instant: Instant, timestamp: Timestamp) {
        self.instant = instant
        self.timestamp = timestamp
    }
}

extension Duration {
    /// The duration in nanoseconds, cut to whole ones and saturating at 292 years.
    public var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? (seconds < 0 ? .min : .max) : scaled &+ attoseconds / 1_000_000_000
    }
}

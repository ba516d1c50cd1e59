public import PTTWire

/// Both clocks of a device, moved by the test.
public struct ManualClock: Sendable {
    public private(set) var now: Instant
    private let epoch: Timestamp

    /// - Parameter epoch: what the wall clock shows at instant 0.
    public init(now: Instant = Instant(nanoseconds: 0), epoch: Timestamp = Timestamp(milliseconds: 1_700_000_000_000)) {
        self.now = now
        self.epoch = epoch
    }

    public var reading: ClockReading {
        let milliseconds = UInt64(max(0, now.nanoseconds) / 1_000_000)
        return ClockReading(instant: now, timestamp: Timestamp(milliseconds: epoch.milliseconds + milliseconds))
    }

    public mutating func advance(by duration: Duration) {
        now = now + duration
    }

    /// Goes to a later instant; an earlier one changes nothing.
    public mutating func advance(to instant: Instant) {
        now = max(now, instant)
    }
}

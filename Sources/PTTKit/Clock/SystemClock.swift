public import PTTWire

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The only place that reads the clocks of the machine.
public enum SystemClock {
    public static func now() -> ClockReading {
        ClockReading(instant: instant(), timestamp: timestamp())
    }

    /// Monotonic time, the same for every process since boot.
    public static func instant() -> Instant {
        let time = read(CLOCK_MONOTONIC)
        return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    public static func timestamp() -> Timestamp {
        let time = read(CLOCK_REALTIME)
        return Timestamp(milliseconds: UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000)
    }

    private static func read(_ clock: clockid_t) -> timespec {
        var time = timespec()
        precondition(clock_gettime(clock, &time) == 0, "clock_gettime cannot fail for a clock that exists")
        return time
    }
}

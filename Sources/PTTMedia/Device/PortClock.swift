import Dispatch
import PTTWire

/// What a port paces itself by.
protocol PortClock: Sendable {
    func now() -> Instant

    /// Returns at that moment, or earlier once `wakeUp` is signalled.
    func wait(until moment: Instant, or wakeUp: DispatchSemaphore)
}

/// The machine's monotonic clock.
struct MonotonicClock: PortClock {
    func now() -> Instant {
        Instant(nanoseconds: Int64(clamping: DispatchTime.now().uptimeNanoseconds))
    }

    func wait(until moment: Instant, or wakeUp: DispatchSemaphore) {
        let deadline = DispatchTime(uptimeNanoseconds: UInt64(clamping: moment.nanoseconds))
        _ = wakeUp.wait(timeout: deadline)
    }
}

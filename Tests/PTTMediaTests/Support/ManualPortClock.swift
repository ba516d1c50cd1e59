import Dispatch
import PTTWire
import Synchronization

@testable import PTTMedia

/// A clock that jumps to whatever is waited for, and can be made to stall.
final class ManualPortClock: PortClock {
    private struct State {
        var now: Int64 = 1_000_000_000
        var waits: [Int64] = []
    }

    private let state = Mutex(State())
    private let end: Int64

    /// - Parameter end: time stops here: who waits for later waits for the wake-up.
    init(end: Duration = .seconds(3_600)) {
        self.end = 1_000_000_000 + end.wholeNanoseconds
    }

    func now() -> Instant { Instant(nanoseconds: state.withLock { $0.now }) }

    func wait(until moment: Instant, or wakeUp: DispatchSemaphore) {
        guard moment.nanoseconds <= end else { return wakeUp.wait() }
        state.withLock { state in
            state.now = max(state.now, moment.nanoseconds)
            state.waits.append(moment.nanoseconds)
        }
    }

    func advance(by duration: Duration) {
        state.withLock { $0.now += duration.wholeNanoseconds }
    }

    /// The moments that were waited for, in nanoseconds since the start.
    var waits: [Int64] { state.withLock { $0.waits.map { $0 - 1_000_000_000 } } }
}

import PTTWire
import Synchronization

/// One timer that can be set again and again; rings once for the last time it was set to.
final class Alarm: Sendable {
    private struct State {
        var wanted: Instant?
        var armed: Instant?
        var sleeper: Task<Void, Never>?
    }

    private let state = Mutex(State())
    private let ring: @Sendable () -> Void

    /// - Parameter ring: called on some thread; must not block.
    init(ring: @escaping @Sendable () -> Void) {
        self.ring = ring
    }

    deinit {
        state.withLock { $0.sleeper?.cancel() }
    }

    func set(_ deadline: Instant?) {
        state.withLock { state in
            state.wanted = deadline
            guard let deadline else { return }
            // A sleeper that wakes early looks at `wanted` and sleeps on: cheaper than a new task for every packet.
            if let armed = state.armed, armed <= deadline { return }
            arm(&state, at: deadline)
        }
    }

    private func arm(_ state: inout State, at deadline: Instant) {
        state.sleeper?.cancel()
        state.armed = deadline
        state.sleeper = Task { [weak self] in
            let wait = deadline - SystemClock.instant()
            if wait > .zero { try? await Task.sleep(for: wait, tolerance: .zero) }
            if !Task.isCancelled { self?.wake() }
        }
    }

    private func wake() {
        let isDue = state.withLock { state in
            state.armed = nil
            guard let wanted = state.wanted else { return false }
            if wanted > SystemClock.instant() {
                arm(&state, at: wanted)
                return false
            }
            state.wanted = nil
            return true
        }
        if isDue { ring() }
    }
}

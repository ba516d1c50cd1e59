#if os(Linux)
import Synchronization

/// What the ends of a ``LoopbackNetwork`` share: its state, its clock and the thread that delivers.
final class LoopbackCore: Sendable {
    private struct Member: Sendable {
        let handler: @Sendable (LinkEvent) -> Void
        /// The thread that is inside the handler.
        var caller: ThreadIdentity?
        /// Open while no thread is inside the handler.
        let idle = Gate()
    }

    private struct Shared: Sendable {
        var state: LoopbackState
        var members: [String: Member] = [:]
        /// The manual clock.
        var time = Duration.zero
        /// How far the advance under way is to go.
        var target: Duration?
        var hasThread = false
    }

    private let clock: LoopbackNetwork.Clock
    private let shared: Mutex<Shared>
    private let origin = ContinuousClock.now
    private let work = Gate()

    init(_ state: LoopbackState, clock: LoopbackNetwork.Clock) {
        self.clock = clock
        shared = Mutex(Shared(state: state))
    }

    var now: Duration { shared.withLock { now($0) } }

    private func now(_ shared: Shared) -> Duration {
        switch clock {
        case .real: ContinuousClock.now - origin
        case .manual: shared.time
        }
    }

    /// Changes the state at the present time and sees to it that what follows is delivered.
    func change(_ body: (inout LoopbackState, Duration) -> Void) {
        shared.withLock { shared in
            let now = now(shared)
            body(&shared.state, now)
        }
        work.open()
    }

    func start(_ name: String, _ handler: @escaping @Sendable (LinkEvent) -> Void) throws(LinkError) {
        let (isNew, needsThread) = shared.withLock { shared in
            let now = now(shared)
            guard shared.state.start(name, now: now) else { return (false, false) }
            let member = Member(handler: handler)
            member.idle.open()
            shared.members[name] = member
            defer { shared.hasThread = true }
            return (true, clock == .real && !shared.hasThread)
        }
        guard isNew else { throw LinkError(.addressInUse, "an end called \(name) runs already") }
        work.open()
        guard needsThread else { return }
        let status = startThread(name: "ptt-loopback") { [self] in deliverInRealTime() }
        if status != 0 {
            shared.withLock { $0.hasThread = false }
            stop(name)
            throw LinkError.system("start a thread", status)
        }
    }

    func stop(_ name: String) {
        let leaving: Member? = shared.withLock { shared in
            let now = now(shared)
            shared.state.stop(name, now: now)
            return shared.members.removeValue(forKey: name)
        }
        work.open()
        guard let leaving, leaving.caller != ThreadIdentity.current else { return }
        leaving.idle.wait()
    }

    func advance(by duration: Duration) {
        let isFirst = shared.withLock { shared in
            defer { shared.target = max(shared.target ?? .zero, shared.time + max(duration, .zero)) }
            return shared.target == nil
        }
        // Called from a handler, it only makes the advance under way go further.
        guard isFirst, clock == .manual else { return }
        while let due = nextOnManualClock() { perform(due) }
    }

    private func nextOnManualClock() -> LoopbackState.Due? {
        shared.withLock { shared in
            let target = shared.target ?? shared.time
            if let (time, due) = shared.state.next(due: target) {
                shared.time = max(shared.time, time)
                return due
            }
            shared.time = max(shared.time, target)
            shared.target = nil
            return nil
        }
    }

    /// Delivers until no end runs any more.
    private func deliverInRealTime() {
        while true {
            work.close()
            let (due, delay): (LoopbackState.Due?, Duration?) = shared.withLock { shared in
                guard shared.state.hasRunning else {
                    shared.hasThread = false
                    return (nil, nil)
                }
                let now = now(shared)
                if let (_, due) = shared.state.next(due: now) { return (due, .zero) }
                return (nil, shared.state.nextTime.map { $0 - now } ?? .seconds(3600))
            }
            guard let delay else { return }
            if let due { perform(due) } else { work.wait(atMost: delay) }
        }
    }

    private func perform(_ due: LoopbackState.Due) {
        switch due {
        case .action(let action): action()
        case .event(let event, let name):
            let member: Member? = shared.withLock { shared in
                shared.members[name]?.caller = .current
                shared.members[name]?.idle.close()
                return shared.members[name]
            }
            guard let member else { return }
            member.handler(event)
            shared.withLock { $0.members[name]?.caller = nil }
            member.idle.open()
        }
    }
}
#endif

import Dispatch
import PTTVoice
import Synchronization

/// One run of a port, from start to stop, as its thread sees it.
final class PortRun: Sendable {
    /// Wakes the thread.
    let wakeUp: DispatchSemaphore
    private let stopping = Atomic<Bool>(false)

    init(wakeUp: DispatchSemaphore) {
        self.wakeUp = wakeUp
    }

    /// Whether the thread is asked to end.
    var isStopping: Bool { stopping.load(ordering: .acquiring) }

    fileprivate func stop() {
        stopping.store(true, ordering: .releasing)
        wakeUp.signal()
    }
}

/// Starts and stops the one thread of a port, from any thread.
final class PortLifecycle: Sendable {
    private let running = Mutex<(run: PortRun, thread: PortThread)?>(nil)

    /// Runs what `prepare` returns on a thread of its own; nothing happens when that throws.
    func start(
        name: String, wakeUp: DispatchSemaphore = DispatchSemaphore(value: 0),
        prepare: (PortRun) throws -> @Sendable () -> Void
    ) throws {
        try running.withLock { running in
            guard running == nil else {
                throw AudioDeviceError(.unavailable, "this sound port runs already; stop it before starting it again")
            }
            let run = PortRun(wakeUp: wakeUp)
            running = (run, PortThread(name: name, body: try prepare(run)))
        }
    }

    /// Ends the thread and waits for it; called from that thread itself it only asks it to end.
    ///
    /// - Parameter interrupt: calls off whatever else the thread waits for.
    func stop(interrupt: () -> Void = {}) {
        let stopped = running.withLock { running in
            defer { running = nil }
            return running
        }
        guard let stopped else { return }
        stopped.run.stop()
        interrupt()
        stopped.thread.join()
    }
}

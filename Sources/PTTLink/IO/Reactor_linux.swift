#if os(Linux)
import Glibc
import Synchronization

/// One thread that waits for descriptors and calls their owners back.
///
/// Everything but ``post(_:)`` and ``stop()`` is called on the reactor's own thread, or before ``start()``.
@safe
final class Reactor: @unchecked Sendable {
    struct Readiness {
        let events: Int16
        var canRead: Bool { events & Int16(POLLIN | POLLHUP | POLLERR) != 0 }
        var canWrite: Bool { events & Int16(POLLOUT | POLLHUP | POLLERR) != 0 }
        /// The other end has gone for good; reported whatever was asked for.
        var hasHungUp: Bool { events & Int16(POLLHUP | POLLERR) != 0 }
    }

    /// One descriptor under watch; used on the reactor's thread alone, and only carried by others.
    final class Watch: @unchecked Sendable {
        fileprivate let descriptor: Descriptor
        /// Nil once the watch has ended, so that it keeps nobody alive.
        fileprivate var handler: ((Readiness) -> Void)?
        fileprivate var wants: Int16
        fileprivate var isPaused = false

        fileprivate init(_ descriptor: Descriptor, wants: Int16, handler: @escaping (Readiness) -> Void) {
            self.descriptor = descriptor
            self.wants = wants
            self.handler = handler
        }
    }

    private struct Inbox {
        var work: [@Sendable () -> Void] = []
        var isStopping = false
        var hasStarted = false
    }

    private let name: String
    private let inbox = Mutex(Inbox())
    private let wakeReader: Descriptor
    private let wakeWriter: Descriptor
    private let ended = Gate()
    private let thread = Mutex<pthread_t?>(nil)

    // Confined to the reactor's thread once it runs.
    private var watches: [Watch] = []
    /// What `poll` was asked last: the wake pipe, then each of `polledWatches`.
    private var polled: [pollfd] = []
    private var polledWatches: [Watch] = []
    private var isStale = true
    private var nextTick: ContinuousClock.Instant?
    private var tick: ((ContinuousClock.Instant) -> ContinuousClock.Instant?)?

    init(name: String) throws(LinkError) {
        self.name = name
        (wakeReader, wakeWriter) = try Descriptor.pipe()
    }

    /// Starts the thread, which keeps the reactor alive until ``stop()``.
    func start() throws(LinkError) {
        inbox.withLock { $0.hasStarted = true }
        let started = startThread(name: name) { [self] in
            thread.withLock { $0 = pthread_self() }
            run()
            tearDown()
            ended.open()
        }
        guard started == 0 else {
            tearDown()
            ended.open()
            throw LinkError.system("start a thread", started)
        }
    }

    /// Runs `work` on the reactor's thread soon; forgotten once the reactor has stopped.
    func post(_ work: @escaping @Sendable () -> Void) {
        let isFirst = inbox.withLock { inbox in
            guard !inbox.isStopping else { return false }
            inbox.work.append(work)
            return inbox.work.count == 1
        }
        if isFirst { wake() }
    }

    /// Ends the thread; when it returns no callback runs any more, but the one it is called from, if any.
    func stop() {
        let hasStarted = inbox.withLock { inbox in
            inbox.isStopping = true
            inbox.work.removeAll()
            return inbox.hasStarted
        }
        guard hasStarted else { return tearDown() }
        wake()
        if !isOwnThread { ended.wait() }
    }

    var isOwnThread: Bool {
        thread.withLock { $0.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
    }

    func watch(_ descriptor: Descriptor, handler: @escaping (Readiness) -> Void) -> Watch {
        let watch = Watch(descriptor, wants: Int16(POLLIN), handler: handler)
        watches.append(watch)
        isStale = true
        return watch
    }

    func setWants(read: Bool, write: Bool, _ watch: Watch) {
        let wants = Int16(read ? POLLIN : 0) | Int16(write ? POLLOUT : 0)
        guard watch.wants != wants else { return }
        watch.wants = wants
        isStale = true
    }

    /// Looks away altogether, also from a hang-up, which is told again and again for as long as it is there.
    func setPaused(_ isPaused: Bool, _ watch: Watch) {
        guard watch.isPaused != isPaused else { return }
        watch.isPaused = isPaused
        isStale = true
    }

    /// Ends a watch: its handler is not called again and its descriptor may be closed.
    func end(_ watch: Watch) {
        guard watch.handler != nil else { return }
        watch.handler = nil
        watches.removeAll { $0 === watch }
        isStale = true
    }

    /// Calls `tick` now and then whenever the time comes that it returned last.
    func setTick(_ tick: @escaping (ContinuousClock.Instant) -> ContinuousClock.Instant?) {
        self.tick = tick
        nextTick = .now
    }

    /// Brings the next tick forward.
    func tick(noLaterThan time: ContinuousClock.Instant) {
        nextTick = min(nextTick ?? time, time)
    }

    private func run() {
        while true {
            waitForEvents()
            guard !inbox.withLock({ $0.isStopping }) else { return }
            // First, so that what was posted before the start is the first to run.
            if polled[0].revents != 0 { drainWakes() }
            performPosted()
            guard !inbox.withLock({ $0.isStopping }) else { return }
            dispatch()
            runTick()
            guard !inbox.withLock({ $0.isStopping }) else { return }
        }
    }

    private func waitForEvents() {
        if isStale {
            polled = [pollfd(fd: wakeReader.number, events: Int16(POLLIN), revents: 0)]
            polledWatches = watches
            // A negative descriptor is passed over.
            polled += watches.map {
                pollfd(fd: $0.isPaused ? -1 : $0.descriptor.number, events: $0.wants, revents: 0)
            }
            isStale = false
        }
        let timeout = millisecondsToTick()
        let result = unsafe polled.withUnsafeMutableBufferPointer { buffer in
            unsafe poll(buffer.baseAddress, nfds_t(buffer.count), timeout)
        }
        if result < 0 {
            for index in polled.indices { polled[index].revents = 0 }
        }
    }

    private func millisecondsToTick() -> Int32 {
        guard let nextTick else { return -1 }
        let remaining = ContinuousClock.now.duration(to: nextTick)
        guard remaining > .zero else { return 0 }
        // Rounded up, so that the thread never spins through the last millisecond.
        let milliseconds = (remaining / .milliseconds(1)).rounded(.up)
        return Int32(min(milliseconds, 60_000))
    }

    private func dispatch() {
        // By index: an iterator is an allocation where nothing is optimized.
        for index in polledWatches.indices {
            let events = polled[index + 1].revents
            guard events != 0 else { continue }
            polledWatches[index].handler?(Readiness(events: events))
            if inbox.withLock({ $0.isStopping }) { return }
        }
    }

    private func performPosted() {
        let work = inbox.withLock { inbox in
            let work = inbox.work
            inbox.work = []
            return work
        }
        for item in work {
            item()
            if inbox.withLock({ $0.isStopping }) { return }
        }
    }

    private func runTick() {
        guard let tick, let due = nextTick else { return }
        let now = ContinuousClock.now
        if now >= due { nextTick = tick(now) }
    }

    private func tearDown() {
        for watch in watches { watch.handler = nil }
        watches.removeAll()
        polledWatches.removeAll()
        tick = nil
        nextTick = nil
    }

    private func wake() {
        var byte: UInt8 = 1
        // A full pipe wakes as well as a byte more would.
        _ = unsafe write(wakeWriter.number, &byte, 1)
    }

    private func drainWakes() {
        var bytes: UInt64 = 0
        while unsafe read(wakeReader.number, &bytes, 8) > 0 {}
    }
}

/// Starts a detached thread that takes no signals; returns the error number or zero.
func startThread(name: String, _ body: @escaping @Sendable () -> Void) -> Int32 {
    final class Body: Sendable {
        let name: String
        let run: @Sendable () -> Void
        init(_ name: String, _ run: @escaping @Sendable () -> Void) {
            self.name = name
            self.run = run
        }
    }
    let box = unsafe Unmanaged.passRetained(Body(name, body))
    var thread = pthread_t()
    // Threads inherit the mask: signals stay with the threads that were there before.
    var blocked = sigset_t()
    var previous = sigset_t()
    unsafe sigfillset(&blocked)
    unsafe pthread_sigmask(SIG_SETMASK, &blocked, &previous)
    let result = unsafe pthread_create(
        &thread, nil,
        { argument in
            guard let argument = unsafe argument else { return nil }
            let body = unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
            nameThread(body.name)
            body.run()
            return nil
        }, box.toOpaque())
    unsafe pthread_sigmask(SIG_SETMASK, &previous, nil)
    if result == 0 {
        pthread_detach(thread)
    } else {
        unsafe box.release()
    }
    return result
}

/// Names the calling thread for `top` and debuggers.
private func nameThread(_ name: String) {
    let number = unsafe open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
    guard number >= 0 else { return }
    var name = name
    _ = name.withUTF8 { unsafe write(number, $0.baseAddress, $0.count) }
    close(number)
}
#endif

#if os(Linux)
import Glibc

/// A gate that threads wait at, until it opens or their time is up.
@safe
final class Gate: @unchecked Sendable {
    // Guarded by `mutex`, which lives as long as this object.
    private var isOpen = false
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    init() {
        unsafe mutex = .allocate(capacity: 1)
        unsafe condition = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe condition.initialize(to: pthread_cond_t())
        unsafe pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        // Waiting counts on the clock that nobody sets.
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        unsafe pthread_cond_init(condition, &attributes)
        unsafe pthread_condattr_destroy(&attributes)
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    func open() {
        unsafe pthread_mutex_lock(mutex)
        isOpen = true
        unsafe pthread_cond_broadcast(condition)
        unsafe pthread_mutex_unlock(mutex)
    }

    func close() {
        unsafe pthread_mutex_lock(mutex)
        isOpen = false
        unsafe pthread_mutex_unlock(mutex)
    }

    func wait() {
        unsafe pthread_mutex_lock(mutex)
        while !isOpen {
            unsafe pthread_cond_wait(condition, mutex)
        }
        unsafe pthread_mutex_unlock(mutex)
    }

    /// Waits until the gate is open or `delay` has passed.
    func wait(atMost delay: Duration) {
        var deadline = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &deadline)
        let (seconds, attoseconds) = delay.components
        let nanoseconds = Int64(deadline.tv_nsec) + attoseconds / 1_000_000_000
        // A day at most: a bound that no wait comes near and no sum overflows with.
        deadline.tv_sec += Int(min(seconds, 86_400) + nanoseconds / 1_000_000_000)
        deadline.tv_nsec = Int(nanoseconds % 1_000_000_000)
        unsafe pthread_mutex_lock(mutex)
        while !isOpen, unsafe pthread_cond_timedwait(condition, mutex, &deadline) == 0 {}
        unsafe pthread_mutex_unlock(mutex)
    }
}

/// Which thread runs: to know a callback's own thread by.
struct ThreadIdentity: Equatable, Sendable {
    private let number: UInt

    static var current: ThreadIdentity { ThreadIdentity(number: UInt(pthread_self())) }
}
#endif

#if os(Linux)
import Glibc

/// A gate that opens once and stays open; threads wait at it.
@safe
final class Latch: @unchecked Sendable {
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
        unsafe pthread_cond_init(condition, nil)
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

    func wait() {
        unsafe pthread_mutex_lock(mutex)
        while !isOpen {
            unsafe pthread_cond_wait(condition, mutex)
        }
        unsafe pthread_mutex_unlock(mutex)
    }
}
#endif

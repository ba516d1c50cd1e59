import Dispatch
import PTTVoice
import Synchronization

/// All that an audio callback may touch: reached through a pointer, so without reference counting, and without a lock.
@safe struct AudioGate: ~Copyable {
    let ring: SampleRing
    /// The device or its server went away; set by a callback, seen by the pump.
    let isBroken = Atomic<Bool>(false)
    /// The callback wanted more than there was.
    let isShort = Atomic<Bool>(false)
    private let wakeUp: Unmanaged<DispatchSemaphore>

    init(capacity: Int, wakeUp: DispatchSemaphore) {
        ring = SampleRing(capacity: capacity)
        unsafe self.wakeUp = .passRetained(wakeUp)
    }

    deinit {
        unsafe wakeUp.release()
    }

    /// Wakes the pump.
    func signal() {
        unsafe wakeUp._withUnsafeGuaranteedRef { _ = $0.signal() }
    }

    /// Says that the device is gone.
    func fail() {
        isBroken.store(true, ordering: .releasing)
        signal()
    }

    /// Captured samples, from the audio callback to the pump.
    func put(_ samples: Span<Float>) {
        ring.write(samples)
        signal()
    }

    /// Rendered samples, from the pump to the audio callback, which gets what there is.
    func take(into samples: inout MutableSpan<Float>) -> Int {
        let count = ring.read(into: &samples)
        if count < samples.count { isShort.store(true, ordering: .relaxed) }
        signal()
        return count
    }
}

/// Where a gate lives, and what wakes the pump.
@safe final class AudioGateHolder: @unchecked Sendable {
    // Sendable: the gate's own atomics and ring guard what is inside; the pointer never changes.
    let pointer: UnsafeMutablePointer<AudioGate>
    let wakeUp = DispatchSemaphore(value: 0)

    init(capacity: Int) {
        unsafe pointer = .allocate(capacity: 1)
        unsafe pointer.initialize(to: AudioGate(capacity: capacity, wakeUp: wakeUp))
    }

    deinit {
        unsafe pointer.deinitialize(count: 1)
        unsafe pointer.deallocate()
    }

    /// Samples waiting in the ring.
    var count: Int { unsafe pointer.pointee.ring.count }

    /// Captured samples that found no room.
    var overrun: Int { unsafe pointer.pointee.ring.overrun }

    /// Whether the device is gone.
    var isBroken: Bool { unsafe pointer.pointee.isBroken.load(ordering: .acquiring) }

    /// Takes captured samples, for the pump.
    ///
    /// - Returns: how many; nil when none wait.
    func read(into block: inout [Float]) -> Int? {
        var span = block.mutableSpan
        let count = unsafe pointer.pointee.ring.read(into: &span)
        return count > 0 ? count : nil
    }

    /// Adds rendered samples, for the pump.
    func write(_ block: [Float]) {
        unsafe pointer.pointee.ring.write(block.span)
    }

    /// Whether the callback wanted more than there was since the last time this was asked.
    func takeShort() -> Bool {
        unsafe pointer.pointee.isShort.exchange(false, ordering: .acquiringAndReleasing)
    }

    /// Makes the gate fit for the next session; only while none is open.
    func reset() {
        unsafe pointer.pointee.ring.clear()
        unsafe pointer.pointee.isBroken.store(false, ordering: .releasing)
        unsafe pointer.pointee.isShort.store(false, ordering: .releasing)
    }
}

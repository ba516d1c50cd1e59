import Synchronization

/// A queue of samples between one writing and one reading thread: no lock, no allocation after `init`.
///
/// Lives where it was made: behind a pointer or in a class. What does not fit is dropped and counted.
@safe struct SampleRing: ~Copyable, @unchecked Sendable {
    // Sendable: a sample is touched by the writer before its count is published and by the reader after.
    private let storage: UnsafeMutableBufferPointer<Float>
    private let mask: Int
    /// Counts all samples ever written; only the writer changes it.
    private let written = Atomic<Int>(0)
    /// Counts all samples ever read; only the reader changes it.
    private let read = Atomic<Int>(0)
    private let dropped = Atomic<Int>(0)

    /// - Parameter capacity: in samples, rounded up to a power of two.
    init(capacity: Int) {
        var size = 64
        while size < capacity { size *= 2 }
        unsafe storage = .allocate(capacity: size)
        unsafe storage.initialize(repeating: 0)
        mask = size - 1
    }

    deinit {
        unsafe storage.deallocate()
    }

    var capacity: Int { mask + 1 }

    /// Samples waiting; exact on the reader's and the writer's thread as far as their own side goes.
    var count: Int {
        written.load(ordering: .acquiring) &- read.load(ordering: .acquiring)
    }

    /// Samples that found no room so far.
    var overrun: Int {
        dropped.load(ordering: .relaxed)
    }

    /// Appends samples; for the writing thread only.
    ///
    /// - Returns: how many fitted in.
    @discardableResult func write(_ samples: Span<Float>) -> Int {
        let start = written.load(ordering: .relaxed)
        let room = capacity - (start &- read.load(ordering: .acquiring))
        let count = min(room, samples.count)
        for index in 0..<count { unsafe storage[(start &+ index) & mask] = samples[index] }
        written.store(start &+ count, ordering: .releasing)
        if count < samples.count { dropped.wrappingAdd(samples.count - count, ordering: .relaxed) }
        return count
    }

    /// Takes samples into the start of `samples`; for the reading thread only.
    ///
    /// - Returns: how many there were.
    func read(into samples: inout MutableSpan<Float>) -> Int {
        let start = read.load(ordering: .relaxed)
        let count = min(written.load(ordering: .acquiring) &- start, samples.count)
        for index in 0..<count { samples[index] = unsafe storage[(start &+ index) & mask] }
        read.store(start &+ count, ordering: .releasing)
        return count
    }

    /// Forgets what waits; for the reading thread only.
    func clear() {
        read.store(written.load(ordering: .acquiring), ordering: .releasing)
    }
}

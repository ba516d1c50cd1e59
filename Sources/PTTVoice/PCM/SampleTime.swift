/// A moment on a monotonic clock that counts samples at 16 kHz; its epoch is the caller's.
public struct SampleTime: Hashable, Comparable, Sendable {
    public var samples: Int

    public init(samples: Int) {
        self.samples = samples
    }

    public static func < (left: SampleTime, right: SampleTime) -> Bool {
        left.samples < right.samples
    }

    public static func + (time: SampleTime, samples: Int) -> SampleTime {
        SampleTime(samples: time.samples &+ samples)
    }

    /// Samples from `earlier` to `later`.
    public static func - (later: SampleTime, earlier: SampleTime) -> Int {
        later.samples &- earlier.samples
    }
}

import PTTVoice
public import PTTWire

/// When sample 0 of a sound stream met the outside world, learned from the blocks of the stream.
///
/// A block can only be late, never early, so the earliest estimate is the true one.
public struct StreamClock: Hashable, Sendable {
    public private(set) var samples = 0
    public private(set) var origin: Instant?

    public init() {}

    /// - Parameters:
    ///   - count: samples of the block.
    ///   - edge: for an input the moment when the block's last sample was spoken, that is when the block arrived; for an
    ///     output the moment when its first sample is wanted.
    public mutating func advance(by count: Int, at edge: Instant, isInput: Bool) {
        let before = isInput ? samples + count : samples
        let estimate = edge - PCM.duration(ofSamples: before)
        if origin.map({ estimate < $0 }) ?? true { origin = estimate }
        samples += count
    }
}

extension Instant {
    static func - (instant: Instant, duration: Duration) -> Instant {
        Instant(nanoseconds: instant.nanoseconds &- duration.wholeNanoseconds)
    }
}

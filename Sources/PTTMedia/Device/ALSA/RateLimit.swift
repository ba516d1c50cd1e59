import PTTVoice
import PTTWire

/// Holds a device that takes or gives sound as fast as it can, as ALSA's `null` and `file` do, to about real time.
///
/// A sound card's clock is never 5 % off, so a real one is not held back.
struct RateLimit {
    private static let excess = 1.05
    private static let burst = 3_200.0
    private var allowance = RateLimit.burst
    private var last: Instant

    init(now: Instant) {
        last = now
    }

    /// Counts samples that moved.
    ///
    /// - Returns: how long to wait before the next ones.
    mutating func pass(_ samples: Int, now: Instant) -> Duration {
        let elapsed = Double((now - last).wholeNanoseconds) / 1e9
        last = now
        allowance = min(Self.burst, allowance + elapsed * Double(PCM.sampleRate) * Self.excess) - Double(samples)
        return allowance >= 0 ? .zero : .seconds(-allowance / Double(PCM.sampleRate))
    }
}

/// The one PCM format between microphone and speaker: 16 kHz, mono, 32-bit float in −1…1.
public enum PCM {
    public static let sampleRate = 16_000

    /// Samples that last as long as `duration`, rounded down.
    public static func samples(in duration: Duration) -> Int {
        let (seconds, attoseconds) = duration.components
        return Int(seconds) * sampleRate + Int(attoseconds / (1_000_000_000_000_000_000 / Int64(sampleRate)))
    }

    public static func duration(ofSamples count: Int) -> Duration {
        .nanoseconds(Int64(count) * 62_500)
    }
}

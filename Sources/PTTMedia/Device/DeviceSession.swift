import PTTVoice

/// One connection to a device, from its opening until it breaks or is closed.
///
/// Its callbacks touch the ``AudioGate`` it was given and nothing else; when the device goes away they say so there.
protocol DeviceSession: AnyObject, Sendable {
    /// What went wrong, once the gate is broken.
    var failure: String { get }

    /// Ends the connection; when it returns no callback runs any more.
    func close()
}

/// A connection that plays.
protocol PlaybackSession: DeviceSession {
    /// From the ring to the ear.
    var latency: Duration { get }

    /// Hands over what came into the ring after the callback had wanted more than there was.
    func feed()

    /// Waits until what was rendered is heard, within `timeout`.
    func drain(timeout: Duration)
}

/// The pauses between attempts to get a device back.
struct RetryPause {
    private var next: Duration
    private let longest: Duration

    init(_ configuration: MediaConfiguration) {
        next = configuration.firstRetry
        longest = configuration.longestRetry
    }

    mutating func take() -> Duration {
        defer { next = min(next * 2, longest) }
        return next
    }
}

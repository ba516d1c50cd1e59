/// Every number of this module's buffers and retries, with its reason.
public struct MediaConfiguration: Hashable, Sendable {
    /// What a sound card hands over at once; half an Opus frame, so that a frame waits for its second half only.
    public var fragment: Duration = .milliseconds(10)
    /// What waits in the sound server or card for playing: the least that survives an ordinary scheduling delay.
    public var outputBuffer: Duration = .milliseconds(30)
    /// What waits in front of that for the audio callback: one request of it.
    public var outputReserve: Duration = .milliseconds(10)
    /// What the engine may be late in taking captured sound before any is lost.
    public var captureSlack: Duration = .milliseconds(500)
    /// The first pause between attempts to get a lost device back; each further one is twice as long.
    public var firstRetry: Duration = .milliseconds(100)
    /// The longest such pause: a device plugged in again is heard within it.
    public var longestRetry: Duration = .seconds(2)
    /// How long a sound server may take to answer before it counts as absent.
    public var answerTimeout: Duration = .seconds(2)
    /// How long stopping waits for the last sound to be heard.
    public var drainTimeout: Duration = .seconds(1)

    public init() {}
}

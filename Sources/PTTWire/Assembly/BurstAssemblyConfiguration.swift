/// The bounds of hearing, with their reasons in Documentation/Burst.md.
public struct BurstAssemblyConfiguration: Hashable, Sendable {
    /// Bursts open at a time.
    public var capacity = 8
    /// How long the note waits for a missing packet once a later one was heard.
    public var gapPatience = Duration.milliseconds(500)
    /// How long a late joiner's note waits for packets that its first one overtook.
    public var joinPatience = Duration.milliseconds(150)
    /// A first DATA packet beyond this one is a late join even behind a START, which is sent again and again.
    public var joinDistance = 8
    /// Silence after which a burst without END is over.
    public var idle = Duration.seconds(3)
    /// Time without a new packet after which a burst is over even if others keep coming.
    public var stale = Duration.seconds(30)
    /// The longest burst, as audio and as time: the 120 s that a talker may send, and slack.
    public var maximumDuration = Duration.seconds(130)
    /// The largest burst: bytes of new frames.
    public var maximumBytes = 384 * 1024
    /// Bytes per second of packet content that a burst in the shipped format may bring.
    public var byteRate = 6_000
    /// The same for a burst with Opus frames or repeats.
    public var extendedByteRate = 16_000
    /// How much of either rate may come at once; the allowance grows by whole seconds.
    public var rateHeadroom = Duration.seconds(2)
    /// How far a packet may run ahead of the newest one.
    public var reach = 1_024
    /// How long a finished or canceled burst stays closed.
    public var tombstoneLifetime = Duration.seconds(600)
    /// Closed bursts remembered; the oldest are forgotten first.
    public var tombstoneCapacity = 256

    public init() {}
}

/// What a player has done so far.
public struct PlayerStatistics: Hashable, Sendable {
    /// Packets that were new and in time.
    public var packetsReceived = 0
    /// Packets that came after their audio had been replaced.
    public var packetsLate = 0
    public var packetsDuplicate = 0
    /// Packets whose turn came before they did.
    public var packetsLost = 0
    /// Packets whose number lies beyond everything that can be buffered.
    public var packetsOutOfRange = 0
    /// Frames that were larger than can be played, or found no room.
    public var framesRefused = 0

    /// Frames that were decoded from the packet that they were sent in.
    public var framesPlayed = 0
    /// Frames of missing packets that were decoded from a repeat.
    public var framesRepeated = 0
    /// Frames that the codec recovered or concealed by itself.
    public var framesConcealedByCodec = 0
    /// Frames that were concealed by continuing the waveform, or left silent in fixed mode.
    public var framesConcealed = 0
    /// Missing frames that were left out, because their time had already been filled.
    public var framesSkipped = 0

    /// Samples that were inserted to let the delay grow.
    public var samplesInserted = 0
    /// Samples that were removed to let the delay shrink.
    public var samplesRemoved = 0
    /// Times the player ran dry, buffered and went on.
    public var underruns = 0

    /// Delay aimed at, beyond the fastest recent packet, in samples.
    public var targetDelay = 0
    /// Delay that is being played with, beyond the fastest recent packet, in samples.
    public var playoutDelay = 0
    /// Mean difference of the transit times of neighbouring packets (RFC 3550, 6.4.1), in samples.
    public var arrivalJitter = 0
    /// Samples that the packet last played had waited for its turn.
    public private(set) var bufferWait = 0
    private var waits = 0
    private var totalWait = 0

    /// Mean of ``bufferWait`` over the burst: the last packets of a burst come early, all at once, and tell little.
    public var meanBufferWait: Double { waits > 0 ? Double(totalWait) / Double(waits) : 0 }

    public init() {}

    /// A packet's turn has come after so many samples.
    mutating func recordWait(_ samples: Int) {
        bufferWait = samples
        waits += 1
        totalWait += samples
    }
}

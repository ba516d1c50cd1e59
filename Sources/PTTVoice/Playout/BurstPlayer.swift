/// Plays one received burst: packets in, in any order and at any time, sound out, pulled by the output.
///
/// Time is the count of rendered samples, so the player is a pure value. `insert` and `render` allocate nothing. The
/// decoder belongs to the player from `init` on.
public struct BurstPlayer {
    let configuration: PlayerConfiguration
    let format: VoiceFormat
    let frameLength: Int

    var slots: PacketSlots
    var estimator: DelayEstimator
    var line: PlayoutLine
    var continuation = WaveformContinuation()
    var filler: Filler
    var decoded: DecodedFrame
    var levels = LevelTracker()

    var phase = Phase.waiting
    /// The frame that is decoded next, and the media time of its first sample.
    var cursor = FramePosition(sequence: 0, index: 0)
    var mediaTime = 0
    /// Something has sounded: the burst's first frame is settled.
    var hasStarted = false
    /// Samples of missing frames since the last real one.
    var concealedInRow = 0
    /// A removal has begun in the present pause.
    var isShrinking = false
    /// Samples since something was removed from a voice.
    var sinceRemoval = StretchPolicy.voiceRest
    var batches = BatchSizes()
    /// Earlier packets that a packet of this burst repeats.
    var repeatDepth = 0
    var highestSequence = 0
    var end = End.unknown

    /// Samples rendered so far: the player's clock.
    var rendered = 0
    /// Rendered samples when the first and the last packet came.
    var firstPacketTime = 0
    var lastPacketTime = 0
    /// The largest block that the output asked for.
    var outputBlock = 0
    var arrivals = ArrivalJitter()
    var counts = PlayerStatistics()

    /// Above the most that one step makes: a join, an insertion and a block.
    static let lineCapacity = 1600

    enum Phase {
        case waiting
        case buffering
        case playing
        case finished
    }

    enum End {
        case unknown
        /// The burst is over; what is here is all.
        case reached
        case last(sequence: Int)
    }

    public init(decoder: any VoiceDecoder, configuration: PlayerConfiguration = PlayerConfiguration()) {
        self.configuration = configuration
        decoded = DecodedFrame(decoder)
        format = decoder.format
        frameLength = max(1, format.samplesPerFrame)
        slots = PacketSlots(
            packetCapacity: PlayerConfiguration.packetCapacity, frameCapacity: PlayerConfiguration.frameCapacity,
            frameBytes: PlayerConfiguration.frameBytes)
        estimator = DelayEstimator(initialDelay: configuration.initialDelay, limits: configuration.delays)
        line = PlayoutLine(capacity: Self.lineCapacity)
        filler = Filler(capacity: Self.overlap + Self.longestWait + max(frameLength, Self.step))
    }

    /// Everything that will ever sound has been rendered; from here on `render` gives silence.
    public var isFinished: Bool { phase == .finished }

    /// The delay beyond the fastest packet that this burst called for: the `initialDelay` for the talker's next burst.
    public var learnedDelay: Int { estimator.lesson(shape) }

    public var statistics: PlayerStatistics {
        var statistics = counts
        statistics.targetDelay = estimator.allowance(shape)
        statistics.arrivalJitter = arrivals.jitter
        statistics.playoutDelay =
            phase == .playing ? rendered + line.pending - mediaTime + decoded.remaining - estimator.base : 0
        return statistics
    }

    /// Says that the talker stopped.
    ///
    /// - Parameter packetCount: DATA packets that were sent, numbered from 1; nil when nobody knows, and what is here is
    ///   all that will come.
    public mutating func end(packetCount: Int?) {
        guard let packetCount else {
            if case .unknown = end { end = .reached }
            return
        }
        if phase == .waiting { lastPacketTime = rendered }
        end = .last(sequence: max(min(packetCount, Int(UInt16.max)), highestSequence))
    }

    var shape: StreamShape {
        let isOverdue =
            filler.made > 0 && cursor.sequence < highestSequence && slots[cursor.sequence]?.isReceived != true
        return StreamShape(
            outputBlock: outputBlock, packetLength: batches.usual * frameLength, repeatDepth: repeatDepth,
            overduePackets: isOverdue ? 1 : 0)
    }

    /// Playout delay to aim at, on the scale of `rendered` less media time.
    var target: Int { estimator.base + estimator.allowance(shape) }

    /// Nothing but stragglers will come.
    var isEnded: Bool {
        switch end {
        case .unknown: false
        case .reached, .last: true
        }
    }

    /// The play position is behind the last packet.
    var isAtEnd: Bool {
        switch end {
        case .unknown: false
        case .reached: cursor.sequence > highestSequence
        case .last(let sequence): cursor.sequence > sequence
        }
    }
}

/// Plays one received burst: packets in, in any order and at any time, sound out, pulled by the output.
///
/// Time is the count of rendered samples, so the player is a pure value. `insert` and `render` allocate nothing. The
/// decoder belongs to the player from `init` on.
public struct BurstPlayer {
    let configuration: PlayerConfiguration
    let frameLength: Int

    var slots: PacketSlots
    var estimator: DelayEstimator
    var line: PlayoutLine
    var continuation = WaveformContinuation()
    var decoder: FrameDecoder

    var phase = Phase.waiting
    /// The frame that is decoded next, and the media time of its first sample.
    var cursor = FramePosition(sequence: 0, index: 0)
    var mediaTime = 0
    /// New frames that a packet of this burst is believed to carry.
    var batch = 1
    var highestSequence = 0
    var end = End.unknown

    /// Samples rendered so far: the player's clock.
    var rendered = 0
    /// Rendered samples when the first and the last packet came.
    var firstPacketTime = 0
    var lastPacketTime = 0
    /// The largest block that the output asked for.
    var outputBlock = 0
    var counts = PlayerStatistics()

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
        self.decoder = FrameDecoder(decoder)
        frameLength = max(1, decoder.format.samplesPerFrame)
        slots = PacketSlots(
            packetCapacity: PlayerConfiguration.packetCapacity, frameCapacity: PlayerConfiguration.frameCapacity,
            frameBytes: PlayerConfiguration.frameBytes)
        let minimum = max(0, configuration.minimumDelay)
        estimator = DelayEstimator(
            initialDelay: configuration.initialDelay, limits: minimum...max(minimum, configuration.maximumDelay))
        line = PlayoutLine(capacity: 4 * frameLength)
    }

    /// Everything that will ever sound has been rendered; from here on `render` gives silence.
    public var isFinished: Bool { phase == .finished }

    /// The delay beyond the fastest packet that this burst called for: the `initialDelay` for the talker's next burst.
    public var learnedDelay: Int { estimator.allowance(margin: outputBlock) }

    public var statistics: PlayerStatistics {
        var statistics = counts
        statistics.targetDelay = estimator.allowance(margin: outputBlock)
        statistics.arrivalJitter = estimator.spread
        statistics.playoutDelay = phase == .playing ? rendered - line.pending - mediaTime - estimator.base : 0
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
        end = .last(sequence: max(packetCount, highestSequence))
    }
}

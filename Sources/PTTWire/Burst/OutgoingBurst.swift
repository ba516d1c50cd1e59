/// One held press on its way out: turns encoded frames into START, DATA, END and CANCELED packets.
///
/// The value has no clock: it counts the audio that it was given, and is told at the end how long the press was held.
public struct OutgoingBurst: Sendable {
    public struct Configuration: Hashable, Sendable {
        public var packetizer: BurstPacketizer.Configuration
        /// START tells frame duration and batch size behind the codec.
        public var announcesFraming: Bool
        /// Every capture batch ends its packet, even a short one; else packets wait for a full batch of frames.
        public var flushesEveryBatch: Bool
        /// Audio between two STARTs, for listeners that join late; nil sends it once.
        public var startInterval: Duration?
        /// Every DATA packet is sent once more after this much captured audio; nil sends each once.
        ///
        /// For links that lose packets, where the listener knows no repeats.
        public var copyDelay: Duration?
        /// How often END or CANCELED is sent.
        public var closingCopies: Int
        /// A shorter press, or less audio, is canceled.
        public var minimum: Duration
        /// Audio beyond this is not sent.
        public var maximum: Duration

        /// Ours; give the packetizer a repeat depth only for peers that announced our extension.
        public init(packetizer: BurstPacketizer.Configuration = .init()) {
            self.packetizer = packetizer
            announcesFraming = true
            flushesEveryBatch = false
            startInterval = .seconds(2)
            copyDelay = nil
            closingCopies = 2
            minimum = .seconds(1)
            maximum = .seconds(120)
        }

        /// What shipped peers send, byte for byte.
        public static let asShipped: Configuration = {
            var configuration = Configuration(packetizer: .asShipped)
            configuration.announcesFraming = false
            configuration.flushesEveryBatch = true
            configuration.startInterval = nil
            configuration.closingCopies = 1
            return configuration
        }()
    }

    /// How a burst ended.
    public enum Outcome: Hashable, Sendable {
        case ended(BurstEnd)
        /// The press or its audio was shorter than the minimum: the listeners were told to forget it.
        case tooShort
    }

    /// What became of a frame.
    public enum Admission: Hashable, Sendable {
        case taken
        /// The burst is as long as it may get; this frame, and any later one, is left out.
        case capReached
    }

    public let configuration: Configuration
    /// Frames that the encoder made and the cap allowed, whether or not a packet could hold them.
    public private(set) var frameCount = 0

    private var packetizer: BurstPacketizer
    private var framesSinceStart: Int?
    private var captured = Duration.zero
    private var copies: PacketCopies?

    public init(burst: BurstID, codec: VoiceCodec, configuration: Configuration) {
        self.configuration = configuration
        copies = configuration.copyDelay.map { PacketCopies(delay: $0, longestBurst: configuration.maximum) }
        packetizer = BurstPacketizer(burst: burst, codec: codec, configuration: configuration.packetizer)
    }

    public var burst: BurstID { packetizer.burst }
    public var codec: VoiceCodec { packetizer.codec }
    public var packetCount: Int { packetizer.packetCount }

    /// The audio of all frames.
    public var duration: Duration { audio(ofFrames: frameCount) }

    /// Tells how much audio has been captured so far, and appends the copies that are due by then.
    ///
    /// Call it with each capture batch, before the batch's frames are appended.
    public mutating func advance(to captured: Duration, into packets: inout [[UInt8]]) {
        self.captured = captured
        copies?.advance(to: captured, into: &packets)
    }

    /// Takes an encoded frame, and appends the packets that it completes, with a START in front where one is due.
    ///
    /// A frame that no packet can hold is an error; it stays in the duration, because its time has passed, and the burst
    /// goes on.
    public mutating func append(
        _ frame: Span<UInt8>, into packets: inout [[UInt8]]
    ) throws(BurstError) -> Admission {
        guard audio(ofFrames: frameCount + 1) <= configuration.maximum else { return .capReached }
        startIfDue(into: &packets)
        frameCount += 1
        framesSinceStart = framesSinceStart.map { $0 + 1 }
        let first = packets.count
        try packetizer.append(frame, into: &packets)
        keepCopies(of: packets[first...])
        return .taken
    }

    /// Ends a capture batch: the first one starts the burst even if the encoder has made no frame of it yet.
    public mutating func endBatch(into packets: inout [[UInt8]]) {
        if framesSinceStart == nil { start(into: &packets) }
        if configuration.flushesEveryBatch {
            let first = packets.count
            packetizer.flush(into: &packets)
            keepCopies(of: packets[first...])
        }
    }

    /// The press was released after `held`.
    ///
    /// Copies that are not out yet are left out: one that came behind END would open the burst anew at a shipped listener.
    public mutating func finish(heldFor held: Duration, into packets: inout [[UInt8]]) -> Outcome {
        guard held >= configuration.minimum, duration >= configuration.minimum else {
            cancel(into: &packets)
            return .tooShort
        }
        packetizer.flush(into: &packets)
        let end = BurstEnd(
            packetCount: UInt16(clamping: packetCount), milliseconds: UInt32(clamping: frameCount * frameMilliseconds))
        close(with: .end(end), into: &packets)
        return .ended(end)
    }

    /// The talker took it back: listeners drop what they have.
    public mutating func cancel(into packets: inout [[UInt8]]) {
        close(with: .canceled, into: &packets)
    }

    private var frameMilliseconds: Int { codec.frameMilliseconds }

    private func audio(ofFrames count: Int) -> Duration {
        .milliseconds(count * frameMilliseconds)
    }

    private mutating func startIfDue(into packets: inout [[UInt8]]) {
        if let framesSinceStart {
            guard let interval = configuration.startInterval, audio(ofFrames: framesSinceStart) >= interval else {
                return
            }
        }
        start(into: &packets)
    }

    private mutating func start(into packets: inout [[UInt8]]) {
        framesSinceStart = 0
        let framing = BurstFraming(
            codec: codec, frameMilliseconds: UInt8(clamping: frameMilliseconds),
            batchSize: UInt8(clamping: configuration.packetizer.batchSize))
        let header = BurstHeader(codec: codec, framing: configuration.announcesFraming ? framing : nil)
        let packet = BurstPacket(burst: burst, sequence: 0, body: .start(header)).encoded()
        copies?.count(packet)
        packets.append(packet)
    }

    private mutating func keepCopies(of packets: ArraySlice<[UInt8]>) {
        for packet in packets { copies?.keep(packet, at: captured) }
    }

    private func close(with body: BurstPacket.Body, into packets: inout [[UInt8]]) {
        let packet = BurstPacket(burst: burst, sequence: packetizer.nextSequence, body: body).encoded()
        for _ in 0..<configuration.closingCopies {
            packets.append(packet)
        }
    }
}

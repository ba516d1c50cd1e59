/// What a table of assemblies has to say about one burst.
public struct BurstOutput<Sender: Hashable & Sendable>: Hashable, Sendable {
    public var key: BurstKey<Sender>
    public var event: BurstEvent
}

/// What happened to a burst that is being heard.
public enum BurstEvent: Hashable, Sendable {
    /// The first packet came; a late join is one that begins behind packet 1 without a START.
    case opened(codec: VoiceCodec, isLateJoin: Bool)
    /// A DATA packet came that was not here before: at once, in the order of arrival, for the live player.
    case arrived(ArrivedPacket)
    /// The next frame for the note, in the order of the talk; lost ones are left out.
    case delivered(frame: ArraySlice<UInt8>, codec: VoiceCodec)
    /// END came; frames may still be missing.
    case ended(BurstEnd)
    /// Nothing more will come; the key stays closed.
    case finished(BurstSummary)
    /// The talker took it back: drop everything that was delivered.
    case canceled
    /// A packet was left out.
    case refused(BurstRefusal)
}

/// A DATA packet, fit for a player.
public struct ArrivedPacket: Hashable, Sendable {
    /// The sequence number, unwrapped: the first DATA packet of a burst is 1.
    public var sequence: Int
    public var frames: BurstFrames
    /// The codec of frames that do not name theirs.
    public var codec: VoiceCodec
    /// New frames in a packet, as far as START or the packets told: it places the repeats.
    public var batchSize: Int
}

/// Why a packet was left out.
public enum BurstRefusal: Hashable, Sendable {
    /// The burst was finished or canceled before.
    case closed
    /// As many bursts are open as may be, and the sender has no claim to a place.
    case tooManyBursts
    /// The burst is faster than speech can be.
    case tooFast
    /// Its place was skipped, or has passed.
    case late
    /// A DATA packet numbered zero.
    case invalidSequence
    /// Too far ahead of everything heard so far.
    case outOfReach
}

/// A finished burst in numbers.
public struct BurstSummary: Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// END came, and so did the last packet.
        case complete
        /// END came, the last packet did not.
        case tailLoss
        /// Nothing was heard for a while, and no END.
        case idle
        /// Packets came, but nothing new in them.
        case stale
        /// It grew longer than a press may be.
        case capped
        /// It grew larger than a press may be.
        case overLimit
        /// Its place was given to a sender with fewer bursts.
        case displaced
    }

    public var reason: Reason
    /// DATA packets that came in time for the note.
    public var packetsReceived = 0
    /// Packets that never came, but whose frames, or some of them, a later packet repeated.
    public var packetsRecovered = 0
    /// Packets of which nothing came.
    public var packetsLost = 0
    /// Packets that came twice or more.
    public var packetsDuplicated = 0
    /// Packets that came behind their time.
    public var packetsLate = 0
    /// Packets left out because the burst came too fast.
    public var packetsThrottled = 0
    /// Frames delivered.
    public var frames = 0
    /// The first packet that the note begins with; 1 unless the listener joined late.
    public var firstSequence = 1
    /// What END said, if it came.
    public var end: BurstEnd?

    public init(reason: Reason) {
        self.reason = reason
    }

    /// Packets from the first one heard to the last one known of.
    public var packetsExpected: Int { packetsReceived + packetsRecovered + packetsLost }
}

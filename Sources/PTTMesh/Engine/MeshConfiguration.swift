public import PTTWire

/// Who a node says it is, and every limit it keeps, each with its reason.
public struct MeshConfiguration: Sendable {
    /// Cut to 255 bytes of UTF-8 where it is longer.
    public var nickname: String
    /// Codecs this node decodes beside AAC-LC, which every peer does.
    public var codecs: Set<VoiceCodec>
    /// True when the owner tells talkers what was heard.
    public var reportsBursts: Bool
    /// False makes the node one like the shipped ones: it announces no abilities, so it gets AAC alone and no reports.
    public var speaksExtension = true
    /// Bits for what this node can do; a bit invites traffic, so only what is built may be claimed.
    public var capabilities: Capabilities = []
    public var limits = Limits()

    public init(nickname: String, codecs: Set<VoiceCodec> = VoiceCodec.beyondAAC, reportsBursts: Bool = true) {
        self.nickname = nickname
        self.codecs = codecs
        self.reportsBursts = reportsBursts
    }

    public struct Limits: Sendable {
        /// Largest frame let in: the largest packet with a full route, IDs, signature and padding.
        public var frameBytes = PacketLayout.largestPayload + 16 + 16 + 1 + 255 * 8 + 64 + 255

        // Tables.

        /// Neighbours heard at a time: a LAN party of 64 is beyond any push-to-talk group.
        public var links = 64
        /// Peers known at a time; beyond, the one not heard for longest goes, those in a session last.
        public var peers = 256
        /// Peers taken in a second: each costs a signature check, a place and a write to disk.
        public var newcomersPerSecond = 20
        /// Keys remembered; beyond, those never proven inside a session go first, oldest first.
        public var pins = 4096
        /// Packets remembered as seen, in each of two generations: eight talkers at 50 packets a second for ten seconds.
        public var seenPackets = 4096
        /// Packets waiting to be forwarded: eight talkers at 50 packets a second, each waiting 60 ms at most, and room.
        public var pendingForwards = 64
        /// Links of one peer: LAN, static, and two that have not timed out yet.
        public var linksPerPeer = 4

        // Texts.

        /// Texts and receipts that wait for a session with one peer: a screenful.
        public var queuedTextsPerPeer = 32
        public var queuedTexts = 256
        /// How long a text waits for its peer to come: an hour is still the same conversation.
        public var queuedTextLifetime = Duration.seconds(3600)
        /// A text not confirmed by then goes again, to peers that know how to tell a repeat; the wait doubles each time.
        public var textRepeatInterval = Duration.seconds(2)
        /// Six copies at most: with a quarter of them lost, one text in 4000 is.
        public var textRepeats = 5
        /// Texts remembered as received, to tell repeats.
        public var receivedTexts = 512

        // Sessions.

        public var sessions = NoiseSessions.Limits()
        /// Handshakes begun because ciphertext came without a session: a third of what all may ask for, so that nobody can
        /// use up the rest.
        public var unaskedSessionsPerMinute = 10
        /// Pings answered a second, from all askers.
        public var pingsPerSecond = 10

        // Presence.

        /// A verified peer not heard for this long is not reachable through others any more.
        public var reachableFor = Duration.seconds(60)
        /// A peer not heard for this long is forgotten (its pinned keys are not).
        public var rememberedFor = Duration.seconds(600)
        /// A link is bound to another peer at most this often.
        public var rebindInterval = Duration.seconds(60)

        // Voice.

        /// Voice that arrives later than this, beyond the sender's usual delay and clock, is not live any more.
        public var freshFor = Duration.seconds(2)
        /// One reason for refusing is told at most this often; the count tells the rest.
        public var diagnosticInterval = Duration.seconds(1)

        public init() {}
    }
}

extension VoiceCodec {
    /// The codecs that are announced because not every peer has them.
    public static let beyondAAC: Set<VoiceCodec> = Set(allCases).subtracting([.aacLC])
}

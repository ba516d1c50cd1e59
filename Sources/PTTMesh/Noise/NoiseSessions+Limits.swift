extension NoiseSessions {
    /// Every number of the table, each with its reason.
    public struct Limits: Sendable {
        /// Peers remembered at a time, in a session or on the way to one.
        public var peers = 256
        /// A session unused for this long gives way when the table is full.
        public var idleTime = Duration.seconds(60)

        // Handshakes.

        /// How long an initiator waits for its answer (bitchat wire §4.5).
        public var initiationTimeout = Duration.seconds(10)
        /// Attempts before a wanted session counts as failed.
        public var attempts = 3
        /// The first message goes once more when no answer came by then: beyond any round trip of a mesh.
        public var repeatTime = Duration.milliseconds(2500)
        /// How long a responder waits for the last message, and how long a replaced session still receives (§4.5).
        public var quarantine = Duration.seconds(20)
        /// After a handshake over a living session came to nothing, fresh ones are ignored for so long (§4.5).
        public var refractoryTime = Duration.seconds(60)
        /// A first message that crossed ours may come so long after the session opened (§4.4).
        public var crossingTime = Duration.seconds(1)
        /// Ciphertext overtakes the last message by no more than this; after that the message counts as lost.
        public var overtakingTime = Duration.seconds(1)
        /// Whoever answered says something at once; when nothing came by then our last message was lost.
        public var confirmationTime = Duration.seconds(3)
        /// Handshakes of one peer answered at a time: what a forger must outrun between two messages.
        public var answersPerPeer = 4
        /// A session in which nothing was heard for so long is suspected when the peer says what it does not open.
        public var suspicionTime = Duration.seconds(3)
        /// And one that once worked is replaced at most this often for that reason.
        public var suspicionInterval = Duration.seconds(15)
        /// Second and third messages tried in one handshake: each costs an agreement.
        public var triesPerHandshake = 32

        // Rates.

        /// First messages a minute, each way, as the shipped app counts them (§4.7).
        public var handshakesPerMinute = 10
        public var handshakesPerMinuteOfAll = 30
        /// Messages opened a second: Opus at 20 ms is 50, with repeats, files and a burst after a stall.
        public var messagesPerSecond = 400
        public var messagesPerSecondOfAll = 2000
        /// Messages a second that no session opens, of all peers: beyond that everything waits.
        public var forgeriesPerSecond = 2000

        // Ciphertext that overtook the last handshake message (§4.8).

        public var heldPerPeer = 4
        public var held = 32
        /// Longer messages are not held: voice, text and state are shorter.
        public var heldBytes = 2048

        // The life of a session (§4.7).

        public var lifetime = Duration.seconds(24 * 3600)
        public var messages: UInt64 = 1_000_000_000
        /// Percent of either after which a new session is made.
        public var renewalPercent = 90
        /// Renewal is tried again so long after it failed.
        public var renewalInterval = Duration.seconds(300)

        public init() {}

        var renewalAge: Duration { lifetime * renewalPercent / 100 }
        var renewalMessages: UInt64 { messages / 100 * UInt64(max(renewalPercent, 0)) }
    }
}

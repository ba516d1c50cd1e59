/// How a received burst is played: every number of the player, in samples at 16 kHz.
public struct PlayerConfiguration: Hashable, Sendable {
    public enum Mode: Hashable, Sendable {
        /// The delay follows the network, loss is concealed, grown delay is won back.
        case adaptive
        /// Starts with `start` samples buffered or `deadline` samples after the first packet, whichever comes first, and
        /// then never adapts: a missing frame is silence of its length.
        case fixed(start: Int, deadline: Int)

        /// The fixed numbers that the first design named: 350 ms buffered or 500 ms waited.
        public static let seed = Mode.fixed(start: 5600, deadline: 8000)
    }

    public var mode: Mode
    /// Delay beyond the fastest packet to start with: what the last burst of this talker taught, or a guess.
    public var initialDelay: Int
    /// The delay beyond the fastest packet never shrinks below this: one block of the output.
    public var minimumDelay: Int
    /// The delay beyond the fastest packet never grows above this.
    public var maximumDelay: Int
    /// Silence after which a burst without END is over.
    public var idleTimeout: Int

    /// 20 ms covers a quiet LAN, whose packets wait at most for the output's next block.
    public init(
        mode: Mode = .adaptive, initialDelay: Int = 320, minimumDelay: Int = 160, maximumDelay: Int = 8000,
        idleTimeout: Int = 48_000
    ) {
        self.mode = mode
        self.initialDelay = initialDelay
        self.minimumDelay = minimumDelay
        self.maximumDelay = maximumDelay
        self.idleTimeout = idleTimeout
    }

    /// The range of delays, of what was asked for what makes sense.
    var delays: ClosedRange<Int> {
        let most = min(max(maximumDelay, 0), Self.longestDelay)
        return min(max(minimumDelay, 0), most)...most
    }

    /// No delay is longer than 10 s, whatever is asked for.
    static let longestDelay = 160_000
    /// Packets that the player can hold or remember: 5 s of the densest stream.
    static let packetCapacity = 256
    /// Frames that wait at the same time: 5 s of Opus, 16 s of AAC-LC.
    static let frameCapacity = 256
    /// Bytes of the largest frame that is played; both codecs stay far below at 16 kbit/s.
    static let frameBytes = 1024
}

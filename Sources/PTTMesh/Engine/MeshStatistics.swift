/// Why something that arrived was not taken.
public enum MeshRefusal: Int, CaseIterable, Hashable, Sendable {
    // Frames.
    case malformedPacket
    case oversizedFrame
    /// From a neighbour beyond the table of links.
    case tooManyLinks
    /// Names us as its sender.
    case looped
    /// Seen before.
    case duplicate
    /// Stamped more than two minutes off.
    case wrongClock
    /// A kind of packet that this node knows nothing about, or must not come so addressed.
    case unexpectedType
    case misaddressed

    // Announces and leaves.
    case announceMalformed
    case announceOfForeignKey
    case announceStale
    /// Older than one already taken from the same peer.
    case announceOutdated
    case announceWithChangedKey
    case announceUnsigned
    case announceWrongSignature
    case leaveOfUnknownPeer
    case leaveWrongSignature
    case tooManyPeers

    // Sessions.
    case handshakeRateLimited
    case handshakeFailed
    /// A handshake message that is not the next one, as a late or repeated copy is.
    case handshakeOutOfTurn
    /// A handshake that proved a key that does not belong to the ID, or not the pinned one.
    case handshakeWrongIdentity
    /// Ciphertext where no session is.
    case noSession
    /// Ciphertext that no key opens.
    case forgedMessage
    case replayedMessage
    case malformedMessage
    case messageRateLimited
    /// Inside a session, a kind of payload that this node does not know or not handle.
    case unknownPayload
    case malformedPayload
    /// The peer claims another signing key inside the session than it announced.
    case signingKeyMismatch

    // Forwarding and answering.
    case forwardQueueFull
    case pingRateLimited
}

/// Counts since the engine was made.
public struct MeshStatistics: Sendable {
    public var framesReceived = 0
    public var framesSent = 0
    public var framesForwarded = 0
    /// Forwards not made because a neighbour made them first.
    public var forwardsCancelled = 0
    public var announcesTaken = 0
    public var sessionsOpened = 0
    public var textsReceived = 0
    public var textsSent = 0
    public var voiceReceived = 0
    /// Of those received, the ones that came too late to be live.
    public var voiceStale = 0
    public var voiceSent = 0
    /// Voice of ours that had no session to go into.
    public var voiceWithoutSession = 0
    private var refused = [Int](repeating: 0, count: MeshRefusal.allCases.count)

    public init() {}

    /// How often something was refused for that reason.
    public subscript(reason: MeshRefusal) -> Int { refused[reason.rawValue] }

    /// Every reason that occurred, with its count.
    public var refusals: [MeshRefusal: Int] {
        Dictionary(uniqueKeysWithValues: MeshRefusal.allCases.map { ($0, self[$0]) }.filter { $0.1 > 0 })
    }

    mutating func count(_ reason: MeshRefusal) {
        refused[reason.rawValue] += 1
    }
}

/// Something that an operator may want to know.
public enum MeshDiagnostic: Hashable, Sendable {
    /// Told at most once a second for each reason: `count` are those since the last time, the latest from `sender`.
    case refused(MeshRefusal, count: Int, sender: PeerID?, link: LinkID?)
    /// Voice for a peer without a session was dropped; a session is being opened.
    case voiceWithoutSession(PeerID)
    /// The two clocks differ by so much that packets are, or soon will be, refused.
    case clockDisagreement(PeerID, milliseconds: Int64)
    /// Somebody set the wall clock; everyone is told at once.
    case wallClockJumped(milliseconds: Int64)
    /// A packet of ours could not be made.
    case unsendable(PacketType)
}

public import PTTWire

/// A path to one neighbour: what the driver calls an endpoint of a link.
public struct LinkID: Hashable, Sendable {
    public var rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

extension MeshEngine {
    /// What happened: told by the driver.
    public enum Event: Sendable {
        /// The node runs; announce.
        case started
        case linkUp(LinkID, isCostly: Bool)
        case linkDown(LinkID)
        /// One datagram, whole.
        case received([UInt8], from: LinkID)
        /// The time of the last `wake(at:)` has come.
        case deadlineReached
        /// The user wants a session with a peer: open one unless it stands.
        case sessionWanted(PeerID)
        case textEntered(String, id: String, to: PeerID)
        /// The user saw the message.
        case textRead(id: String, from: PeerID)
        /// One burst packet, encoded, for the peer's ears; dropped and reported when there is no session.
        case voiceReady([UInt8], to: PeerID)
        /// What became of a peer's burst here; sent only to a peer that announced our extension.
        case burstHeard(BurstReport, from: PeerID)
        case renamed(String)
        /// The node is about to stop: say goodbye.
        case stopping
    }

    /// What to do: performed by the driver, in order.
    public enum Effect: Sendable {
        case send([UInt8], over: LinkID)
        case broadcast([UInt8], except: LinkID?)
        /// Call `handle(.deadlineReached)` then; replaces every earlier wish.
        case wake(at: Instant)
        /// A peer is new, or something about it changed.
        case peerChanged(MeshPeer)
        /// The peer said goodbye, or was forgotten.
        case peerLeft(PeerID)
        /// Keep these keys and give them to the next engine's `init`: they replace what was kept for the same ID.
        case peerPinned(PinnedPeer)
        /// Room was needed: forget the keys kept for this ID.
        case peerUnpinned(PeerID)
        case sessionOpened(PeerID)
        case sessionFailed(PeerID, SessionFailure)
        case textReceived(String, id: String, from: PeerID, sent: Timestamp)
        /// A message of ours: sent at last, delivered, or read.
        case textProgressed(id: String, TextProgress, peer: PeerID)
        case voiceReceived(VoiceDelivery)
        case burstReported(BurstReport, by: PeerID)
        case report(MeshDiagnostic)
    }
}

/// One burst packet out of a session.
public struct VoiceDelivery: Sendable {
    public var sender: PeerID
    /// Burst content: decode with `BurstPacket`.
    public var content: ArraySlice<UInt8>
    /// False when the packet waited somewhere for longer than live voice may: keep it for the note, never play it live.
    public var isFresh: Bool
    /// When the sender stamped the packet.
    public var sent: Timestamp
}

/// A peer as the mesh knows it.
public struct MeshPeer: Hashable, Sendable {
    public var id: PeerID
    /// Without control characters; not unique.
    public var nickname: String
    public var fingerprint: String
    /// A direct neighbour on some link.
    public var isConnected: Bool
    /// Connected, or heard of lately through somebody who is.
    public var isReachable: Bool
    public var hasSession: Bool
    /// True when the peer announced our extension, so that it reads tagged frames.
    public var speaksExtension: Bool
    /// Codecs the peer announced; every peer plays AAC-LC.
    public var codecs: Set<VoiceCodec>
    /// Tells the talker what it heard.
    public var reportsBursts: Bool
    /// True when the way to the peer is a link where packets are costly.
    public var isOnCostlyLink: Bool
}

public enum SessionFailure: Hashable, Sendable {
    /// Nobody answered within the time allowed.
    case timedOut
    case unreachable
    /// The peer proved a key that does not belong to its ID.
    case wrongIdentity
    case rateLimited
    /// The handshake did not decrypt.
    case failed
}

public enum TextProgress: Hashable, Sendable {
    case queued, sent, delivered, read
    case failed(TextFailure)
}

public enum TextFailure: Hashable, Sendable {
    /// ID and text have at most 255 bytes of UTF-8 each.
    case tooLong(bytes: Int)
    /// Too many texts wait already.
    case queueFull
    /// The peer did not come in time.
    case expired
}

/// What a listener heard of a burst, told to its talker.
public struct BurstReport: Hashable, Sendable {
    public enum Stage: UInt8, Hashable, Sendable {
        /// Audio reached the speaker.
        case playing = 1
        /// The burst is over and was played live.
        case heardLive = 2
        /// The burst is over and lies in the conversation as a note.
        case keptAsNote = 3
        /// The burst was refused or lost whole.
        case dropped = 4
    }

    public var burst: BurstID
    public var stage: Stage
    public var packetsReceived: UInt16
    /// Zero while unknown.
    public var packetsExpected: UInt16
    /// Frames that had to be concealed.
    public var framesConcealed: UInt16

    public init(
        burst: BurstID, stage: Stage, packetsReceived: UInt16, packetsExpected: UInt16, framesConcealed: UInt16
    ) {
        self.burst = burst
        self.stage = stage
        self.packetsReceived = packetsReceived
        self.packetsExpected = packetsExpected
        self.framesConcealed = framesConcealed
    }
}

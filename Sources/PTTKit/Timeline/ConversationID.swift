public import PTTMesh
public import PTTWire

/// Names a conversation: everyone on the mesh, or one peer.
///
/// A peer's ID is the front of its key's fingerprint, so it names the same person for as long as the key lives.
public enum ConversationID: Hashable, Sendable, CustomStringConvertible {
    case everyone
    case direct(PeerID)

    /// `mesh`, or `dm:` and the sixteen digits of the peer ID.
    public var description: String {
        switch self {
        case .everyone: "mesh"
        case .direct(let peer): Self.directPrefix + peer.description
        }
    }

    /// Reads what ``description`` writes.
    public init?(_ text: String) {
        if text == "mesh" {
            self = .everyone
        } else if text.hasPrefix(Self.directPrefix), let peer = PeerID(text.dropFirst(Self.directPrefix.count)) {
            self = .direct(peer)
        } else {
            return nil
        }
    }

    private static let directPrefix = "dm:"
}

/// Names the one bubble of a burst: who talked, where, and which press.
public struct BubbleKey: Hashable, Sendable {
    public var conversation: ConversationID
    public var talker: PeerID
    public var burst: BurstID

    public init(conversation: ConversationID, talker: PeerID, burst: BurstID) {
        self.conversation = conversation
        self.talker = talker
        self.burst = burst
    }

    /// The bubble of a burst that is heard.
    public init(_ key: BurstKey<PeerID>) {
        let conversation: ConversationID =
            switch key.scope {
            case .direct: .direct(key.sender)
            case .everyone: .everyone
            }
        self.init(conversation: conversation, talker: key.sender, burst: key.burst)
    }
}

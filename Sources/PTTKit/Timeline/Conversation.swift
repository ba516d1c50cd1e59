/// A setting of one conversation that may differ from the general one.
public enum Override: Hashable, Sendable, CaseIterable {
    case inherited
    case on
    case off

    /// What holds here, given what holds in general.
    public func resolved(_ general: Bool) -> Bool {
        switch self {
        case .inherited: general
        case .on: true
        case .off: false
        }
    }
}

/// What its owner wants of one conversation.
public struct ConversationSettings: Hashable, Sendable {
    /// Whether voice goes and comes live; off means classic notes both ways.
    public var liveVoice = Override.inherited
    /// Whether live voice sounds without being asked.
    public var autoplay = Override.inherited
    /// No sound and no notification.
    public var doesNotDisturb = false
    /// Nothing is taken from the peer at all, here or said to everyone.
    public var isBlocked = false

    public init() {}
}

/// One conversation as a list shows it.
public struct Conversation: Hashable, Sendable, Identifiable {
    public var id: ConversationID
    /// How the peer called itself last; empty for everyone.
    public var nickname: String
    /// The SHA-256 of the peer's key in hex, once it is known.
    public var fingerprint: String?
    public var settings: ConversationSettings
    /// Bubbles that nobody looked at yet.
    public var unread: Int
    /// When the newest bubble began; nil without one.
    public var lastMilliseconds: UInt64?
}

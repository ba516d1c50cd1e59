/// What its owner wants of one conversation, as far as sound goes, with the general wishes worked in.
public struct PlaybackRule: Hashable, Sendable {
    /// Off: bursts are not shown live at all, and their notes come as notes.
    public var isLiveVoiceOn = true
    public var isAutoplayOn = true
    public var doesNotDisturb = false
    public var isBlocked = false

    public init() {}

    /// - Parameters: what holds wherever the conversation has no wish of its own.
    public init(_ settings: ConversationSettings, liveVoice: Bool, autoplay: Bool) {
        isLiveVoiceOn = settings.liveVoice.resolved(liveVoice)
        isAutoplayOn = settings.autoplay.resolved(autoplay)
        doesNotDisturb = settings.doesNotDisturb
        isBlocked = settings.isBlocked
    }

    var allowsLive: Bool { isLiveVoiceOn && !isBlocked }
    var allowsAutoplay: Bool { allowsLive && isAutoplayOn && !doesNotDisturb }
}

public struct PlaybackConfiguration: Hashable, Sendable {
    /// Several voices at once; off, the first one holds the floor.
    public var mixes = false
    /// Whether a burst that had to wait joins by itself, at its live edge, when the floor is free.
    public var waitingBurstJoins = false
    /// Whether a burst to everyone notifies; direct ones do.
    public var notifiesOfEveryone = false
    /// Bursts followed at once: more than are ever assembled at once.
    public var capacity = 16
    /// Bursts that are over and are remembered, so that none is told of again.
    public var remembered = 256

    public init() {}
}

/// How one press of the key is delivered.
public enum Delivery: Hashable, Sendable {
    /// Heard while it is said, and perhaps followed by what was recorded.
    case live(note: NoteFollowUp)
    /// Recorded, and sent when the key is released.
    case note(NotePlan)
    /// Nothing can be said here.
    case unavailable(UnavailableReason)
}

/// What follows a live burst.
public enum NoteFollowUp: Hashable, Sendable, CaseIterable {
    /// The note, so that nothing is lost.
    case follows
    /// The note, once the talker has agreed that it goes unencrypted.
    case followsWithConsent
    /// Nothing: what was not heard is gone.
    case none
}

/// A press that becomes a note.
public struct NotePlan: Hashable, Sendable {
    /// Why it is not live.
    public var reason: NoteReason
    /// The talker has to agree first that it goes unencrypted.
    public var needsConsent: Bool
    /// A session is to be opened now, so that the next press can be live.
    public var startsHandshake: Bool

    public init(_ reason: NoteReason, needsConsent: Bool = false, startsHandshake: Bool = false) {
        self.reason = reason
        self.needsConsent = needsConsent
        self.startsHandshake = startsHandshake
    }
}

/// Why a press is recorded instead of being heard at once.
public enum NoteReason: Hashable, Sendable, CaseIterable {
    case liveVoiceOff
    case liveVoiceOffHere
    case noSession
    case onlyOnInternet
    case peerAway
    case nobodyInRange
    case peerHearsNoLiveVoice

    /// For people.
    public var explanation: String {
        switch self {
        case .liveVoiceOff: "Live voice is switched off, so this goes as a voice note."
        case .liveVoiceOffHere: "Live voice is switched off for this conversation, so this goes as a voice note."
        case .noSession: "A secure session is being opened; this goes as a voice note, and the next one can be live."
        case .onlyOnInternet: "This person is out of radio range; the voice note is sent when you meet on the mesh."
        case .peerAway: "This person cannot be reached; the voice note is sent when they are back."
        case .nobodyInRange: "Nobody is in range; the voice note is kept for those who come."
        case .peerHearsNoLiveVoice: "This person's app does not play live voice, so this goes as a voice note."
        }
    }
}

/// Why nothing can be said.
public enum UnavailableReason: Hashable, Sendable, CaseIterable {
    case geohash
    case blocked
    case noEncoder
    case noNotes

    /// For people.
    public var explanation: String {
        switch self {
        case .geohash: "Voice is not sent to location channels, which are public on the internet."
        case .blocked: "You blocked this conversation. Unblock it to talk."
        case .noEncoder: "This device cannot record voice: it has no encoder."
        case .noNotes: "It cannot go live now, and this person's app takes no voice notes."
        }
    }
}

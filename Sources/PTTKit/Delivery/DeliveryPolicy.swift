/// All that decides how a press is delivered, as it is when the key goes down.
public struct DeliverySituation: Hashable, Sendable {
    public enum Place: Hashable, Sendable, CaseIterable {
        case direct
        /// The public mesh.
        case everyone
        /// A location channel of the internet.
        case geohash
    }

    /// The best way to the peer, or to anybody on the public mesh.
    public enum Reach: Hashable, Sendable, CaseIterable {
        case mesh
        case internetOnly
        case none
    }

    public enum Session: Hashable, Sendable, CaseIterable {
        case established
        case none
    }

    public enum Voice: Hashable, Sendable, CaseIterable {
        /// We encode a codec that those who listen play.
        case understood
        /// The peer is known not to play live voice.
        case notUnderstood
        /// We encode nothing, so there is nothing to record either.
        case noEncoder
    }

    public enum Notes: Hashable, Sendable, CaseIterable {
        /// Encrypted in a session; to everyone, signed.
        case taken
        /// Only in the old form, which is not encrypted.
        case takenInTheClear
        case refused
    }

    /// Whether anything may be said at all.
    public enum Standing: Hashable, Sendable, CaseIterable {
        case open
        case blocked
    }

    public var place: Place
    public var reach = Reach.mesh
    public var session = Session.established
    public var voice = Voice.understood
    public var notes = Notes.taken
    public var standing = Standing.open
    /// The wish for live voice in this conversation.
    public var liveVoiceHere = Override.inherited

    public init(_ place: Place) {
        self.place = place
    }
}

/// Picks the delivery of a press: live where it can be, else a note, else nothing, and always with a reason.
public struct DeliveryPolicy: Hashable, Sendable {
    /// The wish for live voice wherever a conversation has none of its own.
    public var isLiveVoiceOn = true
    /// Whether a burst to everyone is followed by its note, as the shipped app does it. A note costs the mesh about
    /// twenty times the packets of the burst.
    public var sendsNotesToEveryone = true

    public init() {}

    public func delivery(in situation: DeliverySituation) -> Delivery {
        if let reason = obstacle(situation) { return .unavailable(reason) }
        guard let reason = reasonNotLive(situation) else { return .live(note: followUp(situation)) }
        switch noteForm(situation) {
        case .refused: return .unavailable(.noNotes)
        case .taken, .takenInTheClear:
            return .note(
                NotePlan(
                    reason, needsConsent: noteForm(situation) == .takenInTheClear,
                    startsHandshake: wantsHandshake(situation)))
        }
    }

    private func obstacle(_ situation: DeliverySituation) -> UnavailableReason? {
        switch (situation.place, situation.standing, situation.voice) {
        case (.geohash, _, _): .geohash
        case (_, .blocked, _): .blocked
        case (_, _, .noEncoder): .noEncoder
        case (.direct, .open, .understood), (.direct, .open, .notUnderstood), (.everyone, .open, .understood),
            (.everyone, .open, .notUnderstood):
            nil
        }
    }

    /// What cannot be helped comes first, then what the user chose, then what will pass by itself.
    private func reasonNotLive(_ situation: DeliverySituation) -> NoteReason? {
        if let away = reasonAway(situation) { return away }
        switch situation.liveVoiceHere {
        case .off: return .liveVoiceOffHere
        case .inherited: if !isLiveVoiceOn { return .liveVoiceOff }
        case .on: break
        }
        guard situation.place == .direct else { return nil }
        if situation.voice == .notUnderstood { return .peerHearsNoLiveVoice }
        return situation.session == .none ? .noSession : nil
    }

    private func reasonAway(_ situation: DeliverySituation) -> NoteReason? {
        switch (situation.reach, situation.place) {
        case (.mesh, _): nil
        case (.internetOnly, .direct): .onlyOnInternet
        case (.none, .direct): .peerAway
        case (.internetOnly, .everyone), (.none, .everyone), (.internetOnly, .geohash), (.none, .geohash):
            .nobodyInRange
        }
    }

    private func followUp(_ situation: DeliverySituation) -> NoteFollowUp {
        if situation.place == .everyone, !sendsNotesToEveryone { return .none }
        switch noteForm(situation) {
        case .taken: return .follows
        case .takenInTheClear: return .followsWithConsent
        case .refused: return .none
        }
    }

    /// What everyone may hear is signed and not encrypted anyway.
    private func noteForm(_ situation: DeliverySituation) -> DeliverySituation.Notes {
        situation.place == .everyone ? .taken : situation.notes
    }

    private func wantsHandshake(_ situation: DeliverySituation) -> Bool {
        situation.place == .direct && situation.reach == .mesh && situation.session == .none
    }
}

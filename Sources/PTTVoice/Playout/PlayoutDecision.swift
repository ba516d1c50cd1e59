/// What the player knows at the moment when the output needs the next sample.
struct PlayoutFacts {
    enum Phase {
        /// Nothing came yet, or the player ran dry: sound is collected.
        case buffering
        case playing
    }

    var phase: Phase
    /// The frame at the play position is here.
    var isFrameHere: Bool
    /// Some frame behind the play position is here.
    var isLaterFrameHere: Bool
    /// END told the last packet and the play position is behind it.
    var isAtEnd: Bool
    /// END is known, so nothing but stragglers will come.
    var isEnded: Bool
    /// Playout delay of the next sample, and the one wanted, on the scale of ``DelayEstimator``.
    var delay: Int
    var target: Int
    var frameLength: Int
    /// Packets are lost so often that one that is not here in time is taken for lost.
    var isLossy: Bool
    /// Samples that the last waveform has been continued for.
    var held: Int
    /// Samples of missing frames since the last real one.
    var concealed: Int
    /// Samples rendered since a packet came.
    var idle: Int
}

/// What to do about it.
enum PlayoutOperation: Hashable {
    /// Nothing to play yet.
    case silence
    /// Decode the frame.
    case play
    /// Fill the missing frame's time and go on behind it.
    case conceal
    /// Leave the missing frame out: its time has been filled.
    case skip
    /// Continue the last waveform a little and look again.
    case hold
    /// Ran dry: collect again.
    case rebuffer
    case finish
}

/// The adaptive rules, apart from anything that makes sound.
struct PlayoutPolicy {
    /// Continued waveform before the player admits an underrun; by then it has faded out.
    static let holdLimit = 1600
    /// The same behind END, where only a straggler could still come.
    static let endHoldLimit = 480
    /// A delay that is short grows by this at once, while sound is being filled in anyway: one longer gap is heard less
    /// than several short ones.
    static let growth = 960
    /// Missing sound that is concealed before it is known to be lost; after this it may just be late.
    static let concealable = 960
    /// Filling sound that may stand for what comes too late; more would swallow a syllable.
    static let replaceable = 640

    var idleTimeout: Int
    var maximumDelay: Int

    func operation(_ facts: PlayoutFacts) -> PlayoutOperation {
        if facts.isAtEnd { return .finish }
        switch facts.phase {
        case .buffering: return whileBuffering(facts)
        case .playing: return whilePlaying(facts)
        }
    }

    private func whileBuffering(_ facts: PlayoutFacts) -> PlayoutOperation {
        guard facts.isFrameHere || facts.isLaterFrameHere else {
            return facts.idle >= (facts.isEnded ? maximumDelay : idleTimeout) ? .finish : .silence
        }
        guard facts.delay >= facts.target || facts.isEnded else { return .silence }
        return facts.isFrameHere ? .play : .skip
    }

    private func whilePlaying(_ facts: PlayoutFacts) -> PlayoutOperation {
        if facts.isFrameHere { return withFrame(facts) }
        if facts.isLaterFrameHere {
            if facts.held > 0, facts.delay - facts.frameLength >= facts.target { return .skip }
            return facts.delay < facts.target && facts.held < Self.holdLimit ? .hold : .conceal
        }
        if facts.isLossy, facts.delay >= facts.target, facts.held == 0, facts.concealed < Self.concealable {
            return .conceal
        }
        if facts.isEnded { return facts.held < Self.endHoldLimit ? .hold : .finish }
        return facts.held < Self.holdLimit ? .hold : .rebuffer
    }

    private func withFrame(_ facts: PlayoutFacts) -> PlayoutOperation {
        if (1..<Self.growth).contains(facts.held), facts.delay < facts.target, !facts.isEnded { return .hold }
        let isFilled = (facts.frameLength...max(facts.frameLength, Self.replaceable)).contains(facts.held)
        return isFilled && facts.delay - facts.frameLength >= facts.target ? .skip : .play
    }
}

/// The fixed rules: start once and never adapt; a missing frame is silence, and so is waiting for the next one.
struct FixedPolicy {
    var start: Int
    var deadline: Int
    var idleTimeout: Int

    /// - Parameters:
    ///   - buffered: samples of sound that are here.
    ///   - waited: samples rendered since the first packet.
    func operation(_ facts: PlayoutFacts, buffered: Int, waited: Int) -> PlayoutOperation {
        if facts.isAtEnd { return .finish }
        switch facts.phase {
        case .buffering:
            guard buffered > 0 else { return facts.idle >= idleTimeout ? .finish : .silence }
            guard buffered >= start || waited >= deadline || facts.isEnded else { return .silence }
            return .play
        case .playing:
            if facts.isFrameHere { return .play }
            if facts.isLaterFrameHere { return .conceal }
            return facts.isEnded || facts.idle >= idleTimeout ? .finish : .silence
        }
    }
}

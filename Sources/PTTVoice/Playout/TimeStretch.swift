/// What the player knows before it puts a block of decoded sound on the line.
struct StretchFacts {
    /// Playout delay beyond the target; negative where delay is missing.
    var excess: Int
    /// Samples since the talker was last heard; 0 in a voice, or where a pause has just begun.
    var pause: Int
    /// The next frame is here, so nothing is urgent.
    var isNextFrameHere: Bool
    /// Every packet of the burst is here or lost: the delay will never matter again.
    var isComplete: Bool
    /// A removal has begun in this pause.
    var isShrinking: Bool
}

/// How a block goes onto the line.
enum StretchOperation: Hashable {
    case keep
    /// Leave out at most this many samples, in a pause.
    case shrinkPause(Int)
    /// Leave out a pitch period where the voice repeats itself.
    case shrinkVoice
    /// Put in about this many samples, in a pause.
    case growPause(Int)
    /// Put in a pitch period where the voice repeats itself.
    case growVoice
}

/// When time is stretched.
enum StretchPolicy {
    /// Excess that is worth a cut in a pause: 20 ms; less is left alone, so that a quiet network is played untouched.
    static let worth = 320
    /// Excess that is worth a cut in a voice: 100 ms.
    static let voiceWorth = 1600
    /// A delay that is short by this is made longer in a pause: 10 ms.
    static let shortage = 160
    /// A delay that is short by this is made longer even in a voice, where the next frame is not here: 10 ms.
    static let voiceShortage = 16000

    /// A pause is known to be one, and not a stop within a word, after 160 ms.
    static let shrinkablePause = 2560
    /// What was heard for 20 ms can be repeated as it is.
    static let growablePause = 320

    static func operation(_ facts: StretchFacts) -> StretchOperation {
        guard !facts.isComplete else { return .keep }
        if facts.pause >= shrinkablePause, facts.excess >= (facts.isShrinking ? shortage : worth) {
            return .shrinkPause(facts.excess)
        }
        if facts.pause >= growablePause, -facts.excess >= shortage { return .growPause(-facts.excess) }
        if facts.excess >= voiceWorth { return .shrinkVoice }
        return -facts.excess >= voiceShortage && !facts.isNextFrameHere ? .growVoice : .keep
    }
}

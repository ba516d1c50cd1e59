/// What the player knows before it puts a block of decoded sound on the line.
struct StretchFacts {
    /// Playout delay beyond the target; negative where delay is missing.
    var excess: Int
    /// Samples since the talker was last heard; 0 in a voice, or where a pause has just begun.
    var pause: Int
    /// Every packet of the burst is here or lost: the delay will never matter again.
    var isComplete: Bool
    /// A removal has begun in this pause.
    var isShrinking: Bool
    /// Samples since something was last removed from a voice.
    var sinceRemoval: Int
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
}

/// When time is stretched.
///
/// A change of time within a word costs more than some delay, and several small changes more than a large one. So the
/// delay is changed in pauses, at once as far as it goes, and in a voice only to win back a delay that disturbs.
enum StretchPolicy {
    /// Excess that is worth a cut: 15 ms; less is left alone, so that a quiet network is played untouched.
    static let worth = 240
    /// Pause that a cut needs: after 160 ms it is one between words, not a stop within a word.
    static let longPause = 2560
    /// Excess, and the pause that is enough for it: 60 ms each.
    static let urgent = 960
    /// Excess that is worth a cut in a voice: 100 ms.
    static let voiceWorth = 1600
    /// Voice that is left whole after a cut: 40 ms.
    static let voiceRest = 640
    /// A delay that is short or in excess by this is corrected in a pause, once a cut has begun: 10 ms.
    static let tolerance = 160
    /// Pause that can be made longer: 20 ms, which are repeated as they are.
    static let growablePause = 320

    static func operation(_ facts: StretchFacts) -> StretchOperation {
        guard !facts.isComplete else { return .keep }
        let needed = facts.excess >= urgent ? urgent : longPause
        if facts.pause >= needed, facts.excess >= (facts.isShrinking ? tolerance : worth) {
            return .shrinkPause(facts.excess)
        }
        if facts.pause >= growablePause, -facts.excess >= tolerance { return .growPause(-facts.excess) }
        return facts.excess >= voiceWorth && facts.sinceRemoval >= voiceRest ? .shrinkVoice : .keep
    }
}

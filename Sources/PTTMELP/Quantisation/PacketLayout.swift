/// Where the fields of a packet lie and how wide they are; Documentation/MELP.md has it as a table.
enum PacketLayout {
    static let usedBits = 81

    /// The pattern's code word and the pitch index, together 12 bits.
    static let head = 0..<12
    /// Check bits over the first five bits of the head.
    static let parity = 12..<16
    /// The bits that the check bits protect.
    static let classBits = 0..<5
    static let spectrum = 16..<58
    static let gains = 58..<69
    static let cutoffs = 69..<74
    /// The cut-offs of two voiced frames, of one, and what the latter leaves for check bits over the gains' first four.
    static let twoCutoffs = 69..<73
    static let oneCutoff = 69..<71
    static let gainChecks = 71..<74
    static let firstGainBits = 58..<62
    static let harmonics = 74..<81

    static let gainBits = 11
    /// Bits of the cut-offs of three voiced frames; two voiced frames take four bits and one takes two.
    static let cutoffBits = 5
    static let harmonicsBits = 7

    static func stageCount(of kind: VoicingClass) -> Int {
        kind == .unvoiced ? 4 : 6
    }

    /// Bits of a stage of the spectrum's quantiser.
    static func stageBits(of kind: VoicingClass, _ stage: Int) -> Int {
        kind == .unvoiced && stage > 0 ? 6 : 7
    }

    /// Calls `body` with the number and the bits of each stage of the spectrum's quantiser.
    static func forEachStage(of kind: VoicingClass, _ body: (Int, Range<Int>) -> Void) {
        var start = spectrum.lowerBound
        for stage in 0..<stageCount(of: kind) {
            let end = start + stageBits(of: kind, stage)
            body(stage, start..<end)
            start = end
        }
    }

    static func pitchBits(voicedFrames: Int) -> Int {
        switch voicedFrames {
        case 3: 11
        case 2: 9
        case 1: 7
        default: 0
        }
    }
}

/// Where the fields of a packet lie and how wide they are; Documentation/MELP.md has it as a table.
enum PacketLayout {
    static let usedBits = 81

    /// The pattern's code word and the pitch index, together 12 bits.
    static let head = 0..<12
    /// Check bits over the first five bits of the head and the first six of the spectrum.
    static let parity = 12..<16
    /// The bits that name the pattern, and where all frames are voiced the first of the pitch.
    static let classBits = 0..<5
    static let spectrum = 16..<57
    static let firstSpectrumBits = 16..<22
    static let gains = 57..<67
    static let cutoffs = 67..<69
    static let harmonics = 69..<81

    static let gainBits = gains.count
    static let harmonicsStageCount = 2
    static let harmonicsStageBits = 6

    static func stageCount(of kind: VoicingClass) -> Int {
        switch kind {
        case .unvoiced: 4
        case .voiced: 5
        }
    }

    /// Bits of a stage of the spectrum's quantiser.
    static func stageBits(of kind: VoicingClass, _ stage: Int) -> Int {
        switch kind {
        case .unvoiced: stage == 0 ? 7 : 6
        case .voiced: stage == 0 ? 9 : 8
        }
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

    /// Calls `body` with the number and the bits of each stage of the harmonics' quantiser.
    static func forEachHarmonicsStage(_ body: (Int, Range<Int>) -> Void) {
        for stage in 0..<harmonicsStageCount {
            let start = harmonics.lowerBound + stage * harmonicsStageBits
            body(stage, start..<start + harmonicsStageBits)
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

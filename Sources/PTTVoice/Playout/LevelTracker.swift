/// Follows how loud the talker is, to tell pauses from speech.
struct LevelTracker {
    /// Blocks this far below the talker's level (-24 dB) are pauses.
    static let pause: Float = 0.063
    /// The talker's level is forgotten to half in about 2 s of blocks of 20 ms.
    static let decay: Float = 0.993
    /// What a talker is taken for before the first word: -26 dB of full scale.
    static let typical: Float = 0.05

    private var speech = LevelTracker.typical
    /// Samples since the talker was last heard.
    private(set) var pauseLength = 0

    func isPause(_ level: Float) -> Bool {
        level < speech * Self.pause
    }

    mutating func hear(_ level: Float, samples: Int) {
        pauseLength = isPause(level) ? pauseLength + samples : 0
        speech = max(level, speech * Self.decay, Self.typical / 8)
    }

    /// Root of the mean square.
    static func level(of samples: Span<Float>) -> Float {
        guard samples.count > 0 else { return 0 }
        var sum: Float = 0
        for index in 0..<samples.count { sum += samples[index] * samples[index] }
        return (sum / Float(samples.count)).squareRoot()
    }
}

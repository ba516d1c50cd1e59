/// What the last superframe left behind to predict the next one from, on a grid of integers.
///
/// Encoder and decoder both round to this grid, so that no difference in arithmetic can grow from one superframe to the next.
struct PredictorState: Sendable {
    /// Line spectral frequencies of the last frame, in eighths of a Hz.
    private var frequencySteps: InlineArray<10, Int16>
    /// Gains of the last frame, in 1/256 dB.
    private var gainSteps: InlineArray<2, Int16>
    /// Harmonics of the last superframe that had a voiced frame, in 1/256 dB.
    private var harmonicSteps: InlineArray<10, Int16>
    /// Whether the last frame was voiced.
    private(set) var isVoiced: Bool

    /// Silence.
    init() {
        let silence = FrameParameters()
        frequencySteps = InlineArray { Self.rounded(silence.frequencies[$0] * 8) }
        gainSteps = InlineArray(repeating: Self.rounded(MELP.lowestGain * 256))
        harmonicSteps = InlineArray(repeating: 0)
        isVoiced = false
    }

    func frequency(_ index: Int) -> Float { Float(frequencySteps[index]) * 0.125 }
    func gain(_ index: Int) -> Float { Float(gainSteps[index]) * 0.00390625 }
    func harmonic(_ index: Int) -> Float { Float(harmonicSteps[index]) * 0.00390625 }

    /// Takes over the last frame of a decoded superframe, and its harmonics if any frame is voiced.
    mutating func update(after superframe: borrowing Superframe) {
        for index in 0..<MELP.order {
            frequencySteps[index] = Self.rounded(superframe.frames[2].frequencies[index] * 8)
        }
        for index in 0..<2 {
            gainSteps[index] = Self.rounded(superframe.frames[2].gains[index] * 256)
        }
        isVoiced = superframe.frames[2].voicing.isVoiced
        for frame in 0..<3 where superframe.frames[frame].voicing.isVoiced {
            for index in 0..<MELP.harmonicCount {
                harmonicSteps[index] = Self.rounded(superframe.frames[frame].harmonics[index] * 256)
            }
        }
    }

    private static func rounded(_ value: Float) -> Int16 {
        Int16(min(max(value.rounded(), -32768), 32767))
    }
}

extension PredictorState: Equatable {
    static func == (left: PredictorState, right: PredictorState) -> Bool {
        left.isVoiced == right.isVoiced
            && left.frequencySteps.indices.allSatisfy { left.frequencySteps[$0] == right.frequencySteps[$0] }
            && left.gainSteps.indices.allSatisfy { left.gainSteps[$0] == right.gainSteps[$0] }
            && left.harmonicSteps.indices.allSatisfy { left.harmonicSteps[$0] == right.harmonicSteps[$0] }
    }
}

/// Which of six predictors serves: one for each class of superframe and each voicing of the frame before it.
enum PredictorChoice {
    static let count = 6

    static func index(_ kind: VoicingClass, afterVoiced isVoiced: Bool) -> Int {
        Int(kind.rawValue) * 2 + (isVoiced ? 1 : 0)
    }
}

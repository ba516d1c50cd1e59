/// What the last superframe left behind to predict the next one from, on a grid of integers.
///
/// Encoder and decoder both round to this grid, so that no difference in arithmetic can grow from one superframe to the next.
public struct PredictorState: Sendable {
    /// Line spectral frequencies of the last frame, in eighths of a Hz.
    private var frequencySteps: InlineArray<10, Int16>
    /// Gains of the last frame, in 1/256 dB.
    private var gainSteps: InlineArray<2, Int16>
    /// Harmonics of the last frame that was voiced, in 1/256 dB.
    private var harmonicSteps: InlineArray<10, Int16>
    /// Of the last frame.
    private(set) var voicing: Voicing

    /// Silence.
    public init() {
        let silence = FrameParameters()
        frequencySteps = InlineArray { Self.rounded(silence.frequencies[$0] * 8) }
        gainSteps = InlineArray(repeating: Self.rounded(MELP.lowestGain * 256))
        harmonicSteps = InlineArray(repeating: 0)
        voicing = silence.voicing
    }

    func frequency(_ index: Int) -> Float { Float(frequencySteps[index]) * 0.125 }
    func gain(_ index: Int) -> Float { Float(gainSteps[index]) * 0.00390625 }
    func harmonic(_ index: Int) -> Float { Float(harmonicSteps[index]) * 0.00390625 }

    /// Takes over the last frame of a decoded superframe, and the harmonics of its last voiced one.
    public mutating func update(after superframe: borrowing Superframe) {
        for index in 0..<MELP.order {
            frequencySteps[index] = Self.rounded(superframe.frames[2].frequencies[index] * 8)
        }
        for index in 0..<2 {
            gainSteps[index] = Self.rounded(superframe.frames[2].gains[index] * 256)
        }
        voicing = superframe.frames[2].voicing
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
    public static func == (left: PredictorState, right: PredictorState) -> Bool {
        left.voicing == right.voicing
            && left.frequencySteps.indices.allSatisfy { left.frequencySteps[$0] == right.frequencySteps[$0] }
            && left.gainSteps.indices.allSatisfy { left.gainSteps[$0] == right.gainSteps[$0] }
            && left.harmonicSteps.indices.allSatisfy { left.harmonicSteps[$0] == right.harmonicSteps[$0] }
    }
}

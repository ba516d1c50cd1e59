/// One frame of 22.5 ms, 180 samples at 8 kHz, as the model sees it; the reference point is the frame's end.
public struct FrameParameters: Sendable {
    /// Line spectral frequencies in Hz, rising, at least 50 Hz apart.
    public var frequencies: InlineArray<10, Float>
    /// Pitch period in samples at 8 kHz, 20…160; without meaning where the frame is unvoiced.
    public var pitchPeriod: Float
    public var voicing: Voicing
    /// Levels in dB (0 dB is a sample value of 1 in a 16-bit range), centred 90 samples before the reference point and at it;
    /// 10 dB at least.
    public var gains: InlineArray<2, Float>
    /// Levels in dB of the first ten harmonics of the pitch.
    ///
    /// From the analyser: of the speech, on whatever scale it comes. Into the synthesiser: of the excitation, where 0 dB is
    /// flat.
    public var harmonics: InlineArray<10, Float>

    /// A frame of silence: a flat spectrum, unvoiced, at the lowest level.
    public init() {
        frequencies = InlineArray { Float($0 + 1) * (4000 / 11) }
        pitchPeriod = 60
        voicing = .unvoiced
        gains = InlineArray(repeating: MELP.lowestGain)
        harmonics = InlineArray(repeating: 0)
    }
}

extension FrameParameters: Equatable {
    public static func == (left: FrameParameters, right: FrameParameters) -> Bool {
        left.voicing == right.voicing && left.pitchPeriod == right.pitchPeriod
            && left.gains.indices.allSatisfy { left.gains[$0] == right.gains[$0] }
            && left.frequencies.indices.allSatisfy { left.frequencies[$0] == right.frequencies[$0] }
            && left.harmonics.indices.allSatisfy { left.harmonics[$0] == right.harmonics[$0] }
    }
}

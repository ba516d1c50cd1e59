/// The excitation's harmonics, ten a frame, that come nearest to those of the speech when sent through the decoder's envelopes.
public struct HarmonicTarget: Sendable {
    /// In dB; zeros where a frame is unvoiced.
    public private(set) var levels = SpectrumVector.zero
    /// How much each harmonic counts: its share of the Bark scale, the lowest more, times the loudness of the frame; 0 where a
    /// frame is unvoiced.
    public private(set) var weights = SpectrumVector.zero

    /// - Parameters:
    ///   - analysed: as the analyser makes it.
    ///   - envelopes: has the frequencies as the decoder will see them.
    public init(_ analysed: borrowing Superframe, envelopes: borrowing Superframe, loudness: Loudness) {
        for frame in 0..<3 where analysed.frames[frame].voicing.isVoiced {
            let excess = ExcitationLevels.flattened(
                analysed.frames[frame], by: envelopes.frames[frame].frequencies)
            let fundamental = Float(MELP.sampleRate) / analysed.frames[frame].pitchPeriod
            for index in 0..<MELP.harmonicCount {
                let element = frame * MELP.harmonicCount + index
                let number = Float(index + 1)
                levels[element] = excess[index]
                guard fundamental * number < Float(MELP.sampleRate / 2) else { continue }
                // The derivative of the Bark scale after Traunmüller (1990), up to a factor.
                let share = 1960 / (1960 + fundamental * number)
                weights[element] = loudness[frame] * share * share / number.squareRoot()
            }
        }
    }
}

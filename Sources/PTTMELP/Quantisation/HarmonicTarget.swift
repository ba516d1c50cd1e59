/// The excitation's harmonics, ten a frame, that come nearest to those of the speech when sent through the decoder's envelopes.
public struct HarmonicTarget: Sendable {
    /// In dB; zeros where a frame is unvoiced.
    public private(set) var levels = SpectrumVector.zero
    /// How much each harmonic counts: its share of the Bark scale, the lowest more, times the loudness of the frame; 0 where a
    /// frame is unvoiced.
    public let weights: SpectrumVector

    /// - Parameters:
    ///   - analysed: as the analyser makes it.
    ///   - envelopes: has the frequencies as the decoder will see them.
    public init(_ analysed: borrowing Superframe, envelopes: borrowing Superframe, loudness: Loudness) {
        weights = Self.weights(analysed, loudness: loudness)
        for frame in 0..<3 where analysed.frames[frame].voicing.isVoiced {
            let excitation = HeardSpectrum(analysed.frames[frame])
                .excitation(through: envelopes.frames[frame].frequencies)
            for index in 0..<MELP.harmonicCount {
                levels[frame * MELP.harmonicCount + index] = excitation[index]
            }
        }
    }

    static func weights(_ analysed: borrowing Superframe, loudness: Loudness) -> SpectrumVector {
        var weights = SpectrumVector.zero
        for frame in 0..<3 where analysed.frames[frame].voicing.isVoiced {
            let fundamental = Float(MELP.sampleRate) / analysed.frames[frame].pitchPeriod
            for index in 0..<MELP.harmonicCount {
                let number = Float(index + 1)
                guard fundamental * number < Float(MELP.sampleRate / 2) else { continue }
                // The derivative of the Bark scale after Traunmüller (1990), up to a factor.
                let share = 1960 / (1960 + fundamental * number)
                weights[frame * MELP.harmonicCount + index] =
                    loudness[frame] * share * share / number.squareRoot()
            }
        }
        return weights
    }
}

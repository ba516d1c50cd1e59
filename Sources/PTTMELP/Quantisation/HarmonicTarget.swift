/// The excitation's ten harmonics that, sent through the decoder's envelopes, come nearest to those of the speech.
public struct HarmonicTarget: Sendable {
    /// In dB, mean over the voiced frames; six zeros follow.
    public private(set) var levels = SIMD16<Float>.zero
    /// How much each harmonic counts, by its share of the Bark scale; six zeros follow.
    public private(set) var weights = SIMD16<Float>.zero

    /// - Parameters:
    ///   - analysed: a superframe with a voiced frame.
    ///   - envelopes: has the frequencies as the decoder will see them.
    public init(_ analysed: borrowing Superframe, envelopes: borrowing Superframe, loudness: Loudness) {
        var total: Float = 0
        for frame in 0..<3 where analysed.frames[frame].voicing.isVoiced {
            let excess = ExcitationLevels.flattened(
                analysed.frames[frame], by: envelopes.frames[frame].frequencies)
            let fundamental = Float(MELP.sampleRate) / analysed.frames[frame].pitchPeriod
            for harmonic in 0..<MELP.harmonicCount {
                levels[harmonic] += excess[harmonic] * loudness[frame]
                // The derivative of the Bark scale after Traunmüller (1990), up to a factor.
                let share = 1960 / (1960 + fundamental * Float(harmonic + 1))
                weights[harmonic] += loudness[frame] * share * share
            }
            total += loudness[frame]
        }
        levels /= total
        weights /= total
    }
}

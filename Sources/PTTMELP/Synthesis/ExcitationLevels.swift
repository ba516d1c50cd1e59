/// Harmonic levels of the excitation from those of the speech.
public enum ExcitationLevels {
    /// Takes a spectral envelope out of a frame's harmonic levels and leaves their power at 0 dB on average.
    ///
    /// - Parameters:
    ///   - frame: as the analyser measured it.
    ///   - frequencies: the line spectral frequencies, in Hz, that the synthesiser will use.
    public static func flattened(
        _ frame: FrameParameters, by frequencies: InlineArray<10, Float>
    ) -> InlineArray<10, Float> {
        let filter = PredictionFilter(frequencies: frequencies)
        var levels = frame.harmonics
        var power: Float = 0
        for index in levels.indices {
            let turns = min(Float(index + 1) / frame.pitchPeriod, 0.5)
            levels[index] -= filter.envelope(at: turns)
            power += Elementary.power(decibels: levels[index])
        }
        let mean = Elementary.decibels(power: power / Float(levels.count))
        for index in levels.indices {
            levels[index] -= mean
        }
        return levels
    }
}

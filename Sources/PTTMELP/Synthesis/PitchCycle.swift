/// What one pitch cycle is made of: the parameters at its place between two frames.
struct PitchCycle: Sendable {
    var length: Int
    var voicing: Voicing
    /// Frequency in Hz under which the cycle is periodic.
    var cutoff: Float
    var frequencies: InlineArray<10, Float>
    var harmonics: InlineArray<10, Float>
    /// Level in dB.
    var gain: Float
}

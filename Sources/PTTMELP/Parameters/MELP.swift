/// The fixed numbers of the model: what encoder, decoder and training agree on.
public enum MELP {
    /// Samples a second; everything in this module counts at this rate.
    public static let sampleRate = 8000
    /// Samples of one frame: 22.5 ms.
    public static let frameLength = 180
    public static let framesPerSuperframe = 3
    /// Samples that one packet carries: 67.5 ms.
    public static let superframeLength = frameLength * framesPerSuperframe
    /// Bytes of one packet.
    public static let packetLength = 11
    /// Samples beyond the end of a superframe that its analysis looks at.
    public static let lookahead = 180
    /// Order of the linear prediction, and the number of line spectral frequencies.
    public static let order = 10
    /// Harmonics whose level is measured and sent.
    public static let harmonicCount = 10

    /// Pitch periods in samples.
    public static let shortestPeriod: Float = 20
    public static let longestPeriod: Float = 160
    /// The level under which a frame counts as silence, in dB.
    public static let lowestGain: Float = 10
    /// What neighbouring line spectral frequencies keep apart, in Hz.
    public static let frequencySpacing: Float = 50
}

/// What the 1200 bit/s vocoder is held to, as (PESQ-NB, ESTOI).
///
/// The public MELPe-1200 reference build scores 2.79/0.746, 2.50/0.778 and 2.27/0.822 on the three sets.
public enum VocoderTargets {
    public typealias Score = (pesq: Double, estoi: Double)

    /// By the sets of clean speech.
    public static func clean(_ collection: VocoderSpeech.Collection) -> Score {
        switch collection {
        case .codec2: (2.80, 0.765)
        case .librivox: (2.52, 0.778)
        case .asterisk: (2.45, 0.855)
        }
    }

    /// Over all sets together.
    public static let damaged: [(condition: VocoderCondition, score: Score)] = [
        (.bitErrors(percent: 1), (2.15, 0.70)), (.bitErrors(percent: 5), (1.30, 0.45)),
        (.losses(percent: 10), (1.90, 0.66)),
    ]
    /// PESQ that the suppressor gains in noise, at least, and costs clean speech, at most.
    public static let suppressorGain = 0.15
    public static let suppressorCost = 0.03
}

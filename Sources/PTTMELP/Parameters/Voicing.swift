/// How far up a frame's spectrum is periodic; noise excites what lies above.
///
/// The raw value is 0 where nothing is periodic and 1…4 for the four cut-offs, in rising order.
public enum Voicing: UInt8, Hashable, Sendable, CaseIterable {
    case unvoiced = 0
    case below500 = 1
    case below1000 = 2
    case below2000 = 3
    /// Periodic up to half the sample rate.
    case below4000 = 4

    public var isVoiced: Bool { self != .unvoiced }

    /// Frequency in Hz under which the excitation is periodic; 0 where it is noise throughout.
    public var cutoff: Float {
        switch self {
        case .unvoiced: 0
        case .below500: 500
        case .below1000: 1000
        case .below2000: 2000
        case .below4000: 4000
        }
    }
}

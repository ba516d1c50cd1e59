/// How much of the highest frequencies survives a change of rate, and how little is added.
public enum ResamplingQuality: Hashable, Sendable {
    /// Speech on a weak machine.
    case voice
    /// No audible loss.
    case high
    /// Measurements.
    case best
}

/// How much an error of each line spectral frequency is heard.
///
/// The weight of a frequency is the mean square, over points that lie evenly on the Bark scale, of the derivative of the
/// envelope's level by that frequency (Gardner and Rao 1995).
public struct SpectralSensitivity: Sendable {
    private static let pointCount = 96
    private let points = BarkPoints(count: Self.pointCount)

    public init() {}

    /// What errors of a superframe's frequencies cost, in (dB / Hz)², times the loudness of the frame.
    public func weights(of superframe: borrowing Superframe) -> SpectrumVector {
        let loudness = Loudness(superframe)
        var weights = SpectrumVector.zero
        for frame in 0..<3 {
            let own = self.weights(of: superframe.frames[frame].frequencies)
            for index in 0..<MELP.order {
                weights[frame * MELP.order + index] = own[index] * loudness[frame]
            }
        }
        return weights
    }

    /// - Parameter frequencies: in Hz, in order.
    /// - Returns: weights in (dB / Hz)².
    public func weights(of frequencies: InlineArray<10, Float>) -> InlineArray<10, Float> {
        let envelope = EnvelopeRoots(frequencies)
        let sines = InlineArray<10, Float> {
            Float(Elementary.sine(turns: Double(frequencies[$0]) / Double(MELP.sampleRate)))
        }
        var sums = InlineArray<10, SIMD8<Float>>(repeating: .zero)
        for cosines in points.cosines {
            let (odd, even) = envelope.parts(cosines)
            let share = 1 / (odd + even)
            let (oddShare, evenShare) = (odd * share, even * share)
            for index in 0..<MELP.order {
                let distance = cosines - envelope.cosines[index]
                let slope = (index & 1 == 0 ? oddShare : evenShare) / distance
                // At the root itself the part is zero and the derivative too.
                let isRoot = distance * distance .< 1e-12
                sums[index] += (slope * slope).replacing(with: 0, where: isRoot)
            }
        }
        // d(10 log10 A²)/df = 10/ln 10 · 2 · 2π/8000 · sin ω · part / distance
        let factor: Float = 0.006821882 * 0.006821882 / Float(Self.pointCount)
        return InlineArray { sums[$0].total * sines[$0] * sines[$0] * factor }
    }
}

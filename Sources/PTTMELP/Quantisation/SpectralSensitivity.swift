/// How much an error of each line spectral frequency is heard.
///
/// The weight of a frequency is the mean square, over points that lie evenly on the Bark scale, of the derivative of the
/// envelope's level by that frequency (Gardner and Rao 1995).
public struct SpectralSensitivity: Sendable {
    private static let pointCount = 96
    /// Cosines of the points' angles.
    private let cosines: [Float]

    public init() {
        let (low, high) = (Bark.rate(frequency: 60), Bark.rate(frequency: 3900))
        cosines = (0..<Self.pointCount).map { point in
            let rate = low + (high - low) * Double(point) / Double(Self.pointCount - 1)
            return Float(Elementary.cosine(turns: Bark.frequency(rate: rate) / Double(MELP.sampleRate)))
        }
    }

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
        var sums = InlineArray<10, Float>(repeating: 0)
        for cosine in cosines {
            let (odd, even) = envelope.parts(cosine)
            let share = 1 / (odd + even)
            for index in 0..<MELP.order {
                let distance = cosine - envelope.cosines[index]
                let part = (index & 1 == 0 ? odd : even) * share
                // At the root itself the part is zero and the derivative too.
                let slope = distance.magnitude > 1e-6 ? part / distance : 0
                sums[index] += slope * slope
            }
        }
        // d(10 log10 A²)/df = 10/ln 10 · 2 · 2π/8000 · sin ω · part / distance
        let factor: Float = 0.006821882 * 0.006821882 / Float(Self.pointCount)
        return InlineArray { sums[$0] * sines[$0] * sines[$0] * factor }
    }
}

/// The squared magnitude of the prediction filter from its line spectral frequencies, no coefficients needed.
struct EnvelopeRoots {
    let cosines: InlineArray<10, Float>

    init(_ frequencies: InlineArray<10, Float>) {
        cosines = InlineArray {
            Float(Elementary.cosine(turns: Double(frequencies[$0]) / Double(MELP.sampleRate)))
        }
    }

    /// The parts of |A|² that vanish at the first, third, … and at the second, fourth, … frequency; their sum is |A|².
    func parts(_ cosine: Float) -> (odd: Float, even: Float) {
        var odd = 1 as Float
        var even = 1 as Float
        for index in stride(from: 0, to: MELP.order, by: 2) {
            odd *= cosine - cosines[index]
            even *= cosine - cosines[index + 1]
        }
        return (512 * (1 + cosine) * odd * odd, 512 * (1 - cosine) * even * even)
    }
}

/// The Bark scale, as Traunmüller (1990) gives it.
enum Bark {
    static func rate(frequency: Double) -> Double {
        26.81 * frequency / (1960 + frequency) - 0.53
    }

    static func frequency(rate: Double) -> Double {
        1960 * (rate + 0.53) / (26.28 - rate)
    }
}

/// A frame's spectrum as it is heard, and how far what the decoder makes of the frame is from it.
///
/// Where the frame is voiced it is known at ten harmonics, from the speech, and above them at points even on the Bark scale,
/// from the envelope; where it is unvoiced, at the points alone. Levels are compared at equal power.
public struct HeardSpectrum: Sendable {
    /// Ten harmonics, six idle lanes and 48 points.
    typealias Lanes = InlineArray<8, SIMD8<Float>>

    private static let points = BarkPoints(count: 48)
    private static let firstPoint = 2

    /// Cosines of the angles.
    private var cosines = Lanes(repeating: .zero)
    /// What an error counts, in Bark; 0 where nothing is heard.
    private var weights = Lanes(repeating: .zero)
    /// The Hz that each stands for; 0 where nothing is heard.
    private var widths = Lanes(repeating: .zero)
    private var levels = Lanes(repeating: .zero)
    private let harmonics: InlineArray<10, Float>
    private var harmonicPowers: InlineArray<10, Float>

    /// - Parameter frame: as the analyser makes it.
    public init(_ frame: FrameParameters) {
        harmonics = frame.harmonics
        harmonicPowers = InlineArray { Elementary.power(decibels: frame.harmonics[$0]) }
        let fundamental = Float(MELP.sampleRate) / frame.pitchPeriod
        let isVoiced = frame.voicing.isVoiced
        for index in 0..<MELP.harmonicCount {
            let turns = min(Double(index + 1) / Double(frame.pitchPeriod), 0.5)
            cosines[index >> 3][index & 7] = Float(Elementary.cosine(turns: turns))
            let frequency = fundamental * Float(index + 1)
            guard isVoiced, frequency < Float(MELP.sampleRate / 2) else { continue }
            widths[index >> 3][index & 7] = fundamental
            weights[index >> 3][index & 7] = fundamental * Bark.density(frequency: frequency)
        }
        layPoints(above: isVoiced ? (Float(MELP.harmonicCount) + 0.5) * fundamental : 0)
        let powers = envelopePowers(frame.frequencies)
        levels = levels(of: excitation(through: powers), powers)
    }

    private mutating func layPoints(above reach: Float) {
        let points = Self.points
        for index in points.hertz.indices {
            let hertz = points.hertz[index]
            let isHeard = hertz .> reach
            cosines[Self.firstPoint + index] = points.cosines[index]
            weights[Self.firstPoint + index].replace(with: points.spacing, where: isHeard)
            let rest = hertz + 1960
            widths[Self.firstPoint + index].replace(
                with: rest * rest * (points.spacing / (26.81 * 1960)), where: isHeard)
        }
    }

    /// |A|² of the prediction filter with these line spectral frequencies, in Hz, everywhere.
    func envelopePowers(_ frequencies: InlineArray<10, Float>) -> Lanes {
        let roots = EnvelopeRoots(frequencies)
        return Lanes {
            let (odd, even) = roots.parts(cosines[$0])
            // Above what rounding leaves, so that there is a logarithm.
            return (odd + even).replacing(with: 1e-12, where: odd + even .< 1e-12)
        }
    }

    /// The levels in dB of the ten harmonics of an excitation that the envelope makes the frame's own of, their power 0 dB on
    /// average.
    func excitation(through powers: Lanes) -> InlineArray<10, Float> {
        var total: Float = 0
        for index in 0..<MELP.harmonicCount {
            total += harmonicPowers[index] * powers[index >> 3][index & 7]
        }
        let mean = Elementary.decibels(power: total / Float(MELP.harmonicCount))
        let low = Elementary.decibels(powers: powers[0])
        let high = Elementary.decibels(powers: powers[1])
        return InlineArray { harmonics[$0] + ($0 < 8 ? low[$0] : high[$0 & 7]) - mean }
    }

    /// The same for an envelope from its line spectral frequencies, in Hz.
    public func excitation(through frequencies: InlineArray<10, Float>) -> InlineArray<10, Float> {
        excitation(through: envelopePowers(frequencies))
    }

    /// What the decoder makes of an envelope and the levels of the excitation's harmonics: in dB, at a power of 0 dB in all.
    private func levels(of excitation: InlineArray<10, Float>, _ powers: Lanes) -> Lanes {
        var excited = Lanes(repeating: SIMD8(repeating: 1))
        var total: Float = 0
        for index in 0..<MELP.harmonicCount {
            let power = Elementary.power(decibels: excitation[index])
            excited[index >> 3][index & 7] = power
            total += power
        }
        let mean = SIMD8(repeating: total / Float(MELP.harmonicCount))
        excited[0] /= mean
        excited[1] /= mean
        var power = SIMD8<Float>.zero
        for index in excited.indices {
            excited[index] /= powers[index]
            power += excited[index] * widths[index]
        }
        let level = Elementary.decibels(power: power.total)
        return Lanes { Elementary.decibels(powers: excited[$0]) - level }
    }

    /// The square of the difference in dB, times Bark, of what the decoder makes of a frame.
    func error(of excitation: InlineArray<10, Float>, _ powers: Lanes) -> Float {
        let decoded = levels(of: excitation, powers)
        var sum = SIMD8<Float>.zero
        for index in decoded.indices {
            let difference = decoded[index] - levels[index]
            sum += difference * difference * weights[index]
        }
        return sum.total
    }
}

/// Makes the excitation of one cycle: harmonics in a fixed phase below the cut-off, in a random one above; or noise.
struct Excitation: Sendable {
    /// The longest cycle: the longest period and its jitter.
    static let longest = 192

    private var noise = NoiseSource()
    /// Of each harmonic, its amplitude times cosine and sine of its phase.
    private var real = [Float](repeating: 0, count: Self.longest / 2)
    private var imaginary = [Float](repeating: 0, count: Self.longest / 2)
    private(set) var samples = [Float](repeating: 0, count: Self.longest)

    mutating func reset() {
        noise.reset()
    }

    mutating func randomPeriod() -> Int {
        noise.next(in: 40...60)
    }

    /// A factor around 1, at most `spread` away.
    mutating func jitter(_ spread: Float) -> Float {
        1 + spread * noise.next()
    }

    mutating func fillNoise(_ length: Int) {
        for index in 0..<length {
            samples[index] = noise.next() * 1.7320508
        }
    }

    mutating func fillHarmonics(_ cycle: PitchCycle) {
        chooseHarmonics(cycle)
        let length = cycle.length
        // Cosines are the same and sines the opposite in the second half.
        for first in stride(from: 0, through: length / 2, by: 8) {
            let (even, odd) = sums(from: first, length)
            for lane in 0..<min(length / 2 + 1 - first, 8) {
                let index = first + lane
                samples[index] = even[lane] - odd[lane]
                if index > 0 { samples[length - index] = even[lane] + odd[lane] }
            }
        }
    }

    /// Fills `real` and `imaginary` so that the mean square of their sum is 1.
    private mutating func chooseHarmonics(_ cycle: PitchCycle) {
        let count = cycle.length / 2
        let spacing = Float(MELP.sampleRate) / Float(cycle.length)
        let amplitudes = amplitudes(of: cycle.harmonics)
        var power: Float = 0
        for index in 0..<count {
            let amplitude = index < MELP.harmonicCount ? amplitudes[index] : 1
            power += 0.5 * amplitude * amplitude
            let turns: Double
            if Float(index + 1) * spacing <= cycle.cutoff {
                let place = Double(index + 1) / Double(count)
                turns = place * place
            } else {
                turns = Double(noise.next())
            }
            real[index] = amplitude * Float(Elementary.cosine(turns: turns))
            imaginary[index] = amplitude * Float(Elementary.sine(turns: turns))
        }
        let scale = 1 / power.squareRoot()
        for index in 0..<count {
            real[index] *= scale
            imaginary[index] *= scale
        }
    }

    /// The sums of the harmonics' cosines and sines at eight samples. Each harmonic is the one below it turned once more.
    private func sums(from first: Int, _ length: Int) -> (even: SIMD8<Float>, odd: SIMD8<Float>) {
        var (cosines, sines) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
        for lane in 0..<8 {
            let turns = Double(first + lane) / Double(length)
            cosines[lane] = Float(Elementary.cosine(turns: turns))
            sines[lane] = Float(Elementary.sine(turns: turns))
        }
        var (cosine, sine) = (cosines, sines)
        var (even, odd) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
        let (real, imaginary) = (real.span, imaginary.span)
        for harmonic in 0..<length / 2 {
            even += cosine * real[harmonic]
            odd += sine * imaginary[harmonic]
            (cosine, sine) = (cosine * cosines - sine * sines, sine * cosines + cosine * sines)
        }
        return (even, odd)
    }

    /// Ten amplitudes whose mean square is 1, so that those above them, which are 1, fit on.
    private func amplitudes(of levels: InlineArray<10, Float>) -> InlineArray<10, Float> {
        var amplitudes = InlineArray<10, Float>(repeating: 0)
        var power: Float = 0
        for index in levels.indices {
            amplitudes[index] = Elementary.amplitude(decibels: levels[index])
            power += amplitudes[index] * amplitudes[index]
        }
        let scale = 1 / (power / Float(MELP.harmonicCount)).squareRoot()
        for index in levels.indices {
            amplitudes[index] *= scale
        }
        return amplitudes
    }
}

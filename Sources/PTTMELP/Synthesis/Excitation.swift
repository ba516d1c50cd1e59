/// Makes the excitation of one cycle: harmonics in a fixed phase below the cut-off, in a random one above; or noise.
struct Excitation: Sendable {
    /// The longest cycle: the longest period and its jitter.
    static let longest = 192

    private var noise = NoiseSource()
    private var cosines = [Float](repeating: 0, count: Self.longest)
    private var sines = [Float](repeating: 0, count: Self.longest)
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
        let length = cycle.length
        for index in 0..<length {
            let turns = Double(index) / Double(length)
            cosines[index] = Float(Elementary.cosine(turns: turns))
            sines[index] = Float(Elementary.sine(turns: turns))
            samples[index] = 0
        }
        let count = length / 2
        let spacing = Float(MELP.sampleRate) / Float(length)
        let amplitudes = amplitudes(of: cycle.harmonics)
        var power: Float = 0
        for harmonic in 1...count {
            let amplitude = harmonic <= MELP.harmonicCount ? amplitudes[harmonic - 1] : 1
            power += 0.5 * amplitude * amplitude
            let turns: Double
            if Float(harmonic) * spacing <= cycle.cutoff {
                let place = Double(harmonic) / Double(count)
                turns = place * place
            } else {
                turns = Double(noise.next())
            }
            Self.add(
                harmonic, length, amplitude * Float(Elementary.cosine(turns: turns)),
                amplitude * Float(Elementary.sine(turns: turns)), cosines, sines, &samples)
        }
        let scale = 1 / power.squareRoot()
        for index in 0..<length {
            samples[index] *= scale
        }
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

    /// Adds a harmonic of the length of the table, `real` cos − `imaginary` sin.
    private static func add(
        _ harmonic: Int, _ length: Int, _ real: Float, _ imaginary: Float, _ cosines: [Float], _ sines: [Float],
        _ samples: inout [Float]
    ) {
        let cosines = cosines.span
        let sines = sines.span
        var samples = samples.mutableSpan
        var place = 0
        for index in 0..<length {
            samples[index] += real * cosines[place] - imaginary * sines[place]
            place += harmonic
            if place >= length { place -= length }
        }
    }
}

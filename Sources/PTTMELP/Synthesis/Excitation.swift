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
        var power: Float = 0
        for harmonic in 1...count {
            let amplitude =
                harmonic <= MELP.harmonicCount ? Elementary.amplitude(decibels: cycle.harmonics[harmonic - 1]) : 1
            power += 0.5 * amplitude * amplitude
            let turns: Double
            if Float(harmonic) * spacing <= cycle.cutoff {
                let place = Double(harmonic) / Double(count)
                turns = place * place
            } else {
                turns = Double(noise.next())
            }
            add(
                harmonic, length, real: amplitude * Float(Elementary.cosine(turns: turns)),
                imaginary: amplitude * Float(Elementary.sine(turns: turns)))
        }
        let scale = 1 / power.squareRoot()
        for index in 0..<length {
            samples[index] *= scale
        }
    }

    private mutating func add(_ harmonic: Int, _ length: Int, real: Float, imaginary: Float) {
        var place = 0
        for index in 0..<length {
            samples[index] += real * cosines[place] - imaginary * sines[place]
            place += harmonic
            if place >= length { place -= length }
        }
    }
}

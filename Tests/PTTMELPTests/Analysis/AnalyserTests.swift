import Testing

@testable import PTTMELP

struct AnalyserTests {
    /// The superframes of a signal, without the first two, in which it begins.
    private func analyse(seconds: Double = 1, _ signal: (Int) -> Float) -> [Superframe] {
        var analyser = Analyser()
        var superframes: [Superframe] = []
        for block in 0..<(Int(seconds * 8000) / MELP.superframeLength) {
            let samples = (0..<MELP.superframeLength).map { signal(block * MELP.superframeLength + $0) }
            superframes.append(analyser.analyse(samples.span))
        }
        return Array(superframes.dropFirst(2))
    }

    private func frames(_ superframes: [Superframe]) -> [FrameParameters] {
        superframes.flatMap { superframe in superframe.frames.indices.map { superframe.frames[$0] } }
    }

    /// Pulses through a resonance at 500 Hz, a bare vowel.
    private func vowel(hertz: Double, level: Float = 0.05) -> (Int) -> Float {
        var phase = 0.0
        var last: Float = 0
        var current: Float = 0
        return { _ in
            phase += hertz / 8000
            // The pulse falls between samples: its share of each is what keeps the pitch exact.
            var pulse: Float = 0
            if phase >= 1 {
                phase -= 1
                pulse = level
            }
            let next = pulse + Float(1.9 * Elementary.cosine(turns: 500 / 8000)) * current - 0.9025 * last
            last = current
            current = next
            return next
        }
    }

    @Test("The pitch of pulses is found within one percent", arguments: (0...28).map { 50.5 + 12.3 * Double($0) })
    func pitch(hertz: Double) {
        let expected = Float(8000 / hertz)
        let found = frames(analyse(vowel(hertz: hertz)))
        let mean = found.reduce(0) { $0 + $1.pitchPeriod } / Float(found.count)
        #expect(abs(mean / expected - 1) < 0.01)
        #expect(found.allSatisfy { abs($0.pitchPeriod / expected - 1) < 0.03 })
        #expect(found.allSatisfy { $0.voicing == .below4000 })
    }

    @Test("Noise is unvoiced in most frames, and has no cut-off where it is not")
    func noise() {
        var noise = NoiseSource()
        let found = frames(analyse(seconds: 4) { _ in 0.1 * noise.next() })
        let voiced = found.filter { $0.voicing.isVoiced }
        #expect(voiced.count * 10 < found.count)
        #expect(voiced.allSatisfy { $0.voicing != .below4000 })
    }

    @Test("The level of a steady tone is right within 1 dB", arguments: [Float(0.001), 0.01, 0.1, 0.9])
    func gain(amplitude: Float) {
        let expected = Elementary.decibels(power: amplitude * amplitude * 32768 * 32768 / 2)
        let found = frames(analyse { amplitude * Float(Elementary.sine(turns: 440 * Double($0) / 8000)) })
        for frame in found {
            #expect(abs(frame.gains[0] - expected) < 1)
            #expect(abs(frame.gains[1] - expected) < 1)
        }
    }

    @Test("Harmonic levels tell an even from an odd harmonic")
    func harmonics() {
        let found = frames(
            analyse { index in
                let turns = 160 * Double(index) / 8000
                return Float(0.1 * Elementary.sine(turns: turns) + 0.03 * Elementary.sine(turns: 2 * turns))
                    + Float(0.1 * Elementary.sine(turns: 3 * turns))
            })
        for frame in found {
            #expect(abs(frame.harmonics[0] - frame.harmonics[1] - 10.5) < 1)
            #expect(abs(frame.harmonics[0] - frame.harmonics[2]) < 1)
            #expect(frame.harmonics[4] < frame.harmonics[0] - 30)
        }
    }

    @Test("Silence, full scale and what is no number give parameters within their ranges")
    func extremes() {
        let signals: [(Int) -> Float] = [
            { _ in 0 }, { $0 % 80 < 40 ? 1 : -1 }, { _ in .nan }, { $0 % 3 == 0 ? .infinity : -.infinity },
            { $0 == 3000 ? 1 : 0 }, { _ in 1 }, { $0 % 2 == 0 ? 1e30 : -1e30 },
        ]
        for signal in signals {
            for frame in frames(analyse(signal)) {
                #expect((MELP.shortestPeriod...MELP.longestPeriod).contains(frame.pitchPeriod))
                #expect((MELP.lowestGain...93).contains(frame.gains[0]))
                #expect((MELP.lowestGain...93).contains(frame.gains[1]))
                #expect(frame.frequencies[0] >= MELP.frequencySpacing)
                for index in 1..<MELP.order {
                    #expect(frame.frequencies[index] - frame.frequencies[index - 1] > MELP.frequencySpacing - 0.01)
                }
                #expect(frame.harmonics.indices.allSatisfy { frame.harmonics[$0].isFinite })
            }
        }
    }

    @Test("After a reset the analyser measures as when it was new")
    func reset() {
        var noise = NoiseSource()
        let block = (0..<MELP.superframeLength).map { _ in noise.next() }
        let other = (0..<MELP.superframeLength).map { _ in noise.next() }
        var analyser = Analyser()
        let first = [analyser.analyse(block.span), analyser.analyse(other.span)]
        analyser.reset()
        #expect([analyser.analyse(block.span), analyser.analyse(other.span)] == first)
        #expect(first[0] != first[1])
    }
}

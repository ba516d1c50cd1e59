import Testing

@testable import PTTMELP

struct HeardSpectrumTests {
    private static func frame(_ voicing: Voicing) -> FrameParameters {
        var frame = FrameParameters()
        frame.frequencies = [310, 420, 900, 1250, 1600, 2100, 2450, 2900, 3200, 3600]
        frame.pitchPeriod = 70
        frame.voicing = voicing
        frame.harmonics = [52, 49, 55, 60, 48, 41, 44, 47, 40, 36]
        return frame
    }

    @Test("Through the envelope the excitation has the levels that were measured, and its own power is 0 dB on average")
    func excitation() {
        let frame = Self.frame(.below2000)
        let levels = HeardSpectrum(frame).excitation(through: frame.frequencies)
        let filter = PredictionFilter(frequencies: frame.frequencies)
        let shift = levels[0] + filter.envelope(at: 1 / 70) - frame.harmonics[0]
        var power: Float = 0
        for index in 0..<10 {
            let heard = levels[index] + filter.envelope(at: Float(index + 1) / 70)
            #expect(abs(heard - frame.harmonics[index] - shift) < 0.01)
            power += Elementary.power(decibels: levels[index])
        }
        #expect(abs(power / 10 - 1) < 1e-3)
    }

    @Test(
        "What is decoded as it was is no error, at any level; what differs is one, in proportion",
        arguments: Voicing.allCases)
    func error(voicing: Voicing) {
        let frame = Self.frame(voicing)
        let heard = HeardSpectrum(frame)
        let powers = heard.envelopePowers(frame.frequencies)
        let excitation = heard.excitation(through: powers)
        #expect(heard.error(of: excitation, powers) < 1e-4)
        let louder = InlineArray<10, Float> { excitation[$0] + 6 }
        #expect(heard.error(of: louder, powers) < 1e-4)

        var moved = frame.frequencies
        moved[4] += 40
        let once = heard.error(of: excitation, heard.envelopePowers(moved))
        moved[4] += 40
        let twice = heard.error(of: excitation, heard.envelopePowers(moved))
        #expect(once > 0.1)
        #expect(twice > 2 * once)
        var bent = excitation
        bent[3] += 6
        #expect((heard.error(of: bent, powers) > 0.1) == voicing.isVoiced)
    }

    @Test("Levels of eight powers at a time are those of one at a time")
    func decibels() {
        for exponent in stride(from: -90, through: 90, by: 3) {
            let powers = SIMD8<Float>((0..<8).map { Float(Elementary.exp2(Double(exponent) + Double($0) / 2.7)) })
            let levels = Elementary.decibels(powers: powers)
            for lane in 0..<8 {
                let level = Float(3.0102999566398120 * Elementary.log2(Double(powers[lane])))
                #expect(abs(levels[lane] - level) < 1e-4)
            }
        }
    }
}

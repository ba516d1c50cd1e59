import Testing

@testable import PTTMELP

struct LineSpectrumTests {
    @Test("A filter goes to line spectral frequencies and back")
    func roundTrip() throws {
        var random = NoiseSource()
        for _ in 0..<500 {
            var frequencies = InlineArray<10, Float> { 2000 + 180 * (Float($0) - 4.5) * 2 + 90 * random.next() }
            LineSpectrum.separate(&frequencies)
            let found = try #require(LineSpectrum.frequencies(of: PredictionFilter(frequencies: frequencies)))
            for index in 0..<10 {
                #expect(abs(found[index] - frequencies[index]) < 0.5)
            }
        }
    }

    @Test("Any ten numbers become frequencies that rise by the spacing")
    func separation() {
        var random = NoiseSource()
        let strange: [Float] = [.nan, .infinity, -.infinity, -1e30, 1e30, 0, 3999, 4001]
        for round in 0..<2000 {
            var frequencies = InlineArray<10, Float> { _ in
                let pick = random.next(in: 0...15)
                return pick < strange.count ? strange[pick] : 2000 * (1 + random.next()) * Float(round % 3)
            }
            LineSpectrum.separate(&frequencies)
            #expect(frequencies[0] >= MELP.frequencySpacing)
            #expect(frequencies[9] <= 4000 - MELP.frequencySpacing)
            for index in 1..<10 {
                #expect(frequencies[index] - frequencies[index - 1] > MELP.frequencySpacing - 0.01)
            }
        }
    }

    @Test("Frequencies that are far enough apart stay where they are")
    func separationOfSeparate() {
        let frequencies = FrameParameters().frequencies
        var separated = frequencies
        LineSpectrum.separate(&separated)
        #expect(frequencies.indices.allSatisfy { separated[$0] == frequencies[$0] })
    }

    @Test("The envelope has its peak at the resonance")
    func envelope() {
        // Two poles at a tenth of the sample rate, 0.95 from the origin.
        var filter = PredictionFilter()
        filter.coefficients[1] = Float(-2 * 0.95 * Elementary.cosine(turns: 0.1))
        filter.coefficients[2] = 0.95 * 0.95
        let peak = filter.envelope(at: 0.1)
        // 1 / (0.05 · |1 − 0.95 e^(−j0.4π)|): 22.8 dB.
        #expect(abs(peak - 24.8) < 0.2)
        #expect(peak > filter.envelope(at: 0.08) + 5)
        #expect(peak > filter.envelope(at: 0.12) + 5)
        #expect(peak > filter.widened(by: 0.9).envelope(at: 0.1) + 6)
    }
}

import Testing

@testable import PTTMELP

struct SpectralSensitivityTests {
    /// Mean square change of the envelope's level, in dB², when one frequency moves by 1 Hz.
    private func measured(_ frequencies: InlineArray<10, Float>, _ index: Int) -> Float {
        var moved = frequencies
        moved[index] += 1
        let (before, after) = (PredictionFilter(frequencies: frequencies), PredictionFilter(frequencies: moved))
        let (low, high) = (Bark.rate(frequency: 60), Bark.rate(frequency: 3900))
        let squares = (0..<96).map { point in
            let turns = Float(Bark.frequency(rate: low + (high - low) * Double(point) / 95) / 8000)
            let change = after.envelope(at: turns) - before.envelope(at: turns)
            return change * change
        }
        return squares.reduce(0, +) / 96
    }

    @Test("The weights are what moving each frequency does to the envelope")
    func derivative() {
        let frequencies: InlineArray<10, Float> = [310, 420, 900, 1250, 1600, 2100, 2450, 2900, 3200, 3600]
        let weights = SpectralSensitivity().weights(of: frequencies)
        for index in 0..<10 {
            #expect(abs(weights[index] / measured(frequencies, index) - 1) < 0.05, "frequency \(index)")
        }
    }
}

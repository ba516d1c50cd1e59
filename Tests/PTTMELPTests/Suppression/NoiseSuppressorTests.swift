import Testing

@testable import PTTMELP

struct NoiseSuppressorTests {
    private func suppress(_ samples: [Float]) -> [Float] {
        var suppressor = NoiseSuppressor()
        return suppress(samples, with: &suppressor)
    }

    private func suppress(_ samples: [Float], with suppressor: inout NoiseSuppressor) -> [Float] {
        var output: [Float] = []
        for start in stride(from: 0, to: samples.count - 539, by: 540) {
            var block = Array(samples[start..<(start + 540)])
            var span = block.mutableSpan
            suppressor.process(&span)
            output += block
        }
        return output
    }

    private func level(_ samples: some Sequence<Float>) -> Float {
        let samples = Array(samples)
        return Elementary.decibels(power: samples.reduce(0) { $0 + $1 * $1 } / Float(samples.count))
    }

    /// A tone that is there half of the time, so that it is no steady noise.
    private func beeps(_ count: Int, amplitude: Float) -> [Float] {
        (0..<count).map { index in
            index % 4000 < 2000 ? 0 : amplitude * Float(Elementary.sine(turns: 700 * Double(index) / 8000))
        }
    }

    @Test("Steady noise is lowered by 8 to 12 dB within a second")
    func noise() {
        var noise = NoiseSource()
        let input = (0..<16200).map { _ in 0.01 * noise.next() }
        let output = suppress(input)
        let gain = level(output[8100...]) - level(input[8100...])
        #expect((-12 ... -8).contains(gain))
    }

    @Test("Noise that grows is followed within two seconds")
    func growingNoise() {
        var noise = NoiseSource()
        let input = (0..<40500).map { (index: Int) -> Float in (index < 16200 ? 0.003 : 0.03) * noise.next() }
        let output = suppress(input)
        #expect(level(output[32400...]) - level(input[32400...]) < -8)
    }

    @Test("What is clear as it is passes unchanged, 90 samples later")
    func clear() {
        let input = beeps(16200, amplitude: 0.3)
        let output = suppress(input)
        for index in 4000..<16000 {
            #expect(abs(output[index + NoiseSuppressor.delay] - input[index]) < 1e-4)
        }
    }

    @Test("A voice 15 dB above noise keeps its level, and the noise in its pauses falls")
    func voiceInNoise() {
        var noise = NoiseSource()
        let voice = beeps(32400, amplitude: 0.1)
        let output = suppress(voice.map { $0 + 0.022 * noise.next() })
        let delay = NoiseSuppressor.delay
        let spoken = level(output[(30000 + delay)..<(32000 + delay)])
        let pause = level(output[(28500 + delay)..<(29800 + delay)])
        #expect(abs(spoken - level(voice[30000..<32000])) < 1)
        #expect(pause - Elementary.decibels(power: 0.022 * 0.022 / 3) < -8)
    }

    @Test("After a reset the suppressor works as when it was new")
    func reset() {
        var noise = NoiseSource()
        let input = (0..<5400).map { _ in 0.1 * noise.next() }
        var suppressor = NoiseSuppressor()
        let first = suppress(input, with: &suppressor)
        suppressor.reset()
        #expect(suppress(input, with: &suppressor) == first)
    }
}

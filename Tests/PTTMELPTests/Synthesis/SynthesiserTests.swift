import Testing

@testable import PTTMELP

struct SynthesiserTests {
    private func voiced(period: Float, gain: Float, voicing: Voicing = .below4000) -> FrameParameters {
        var frame = FrameParameters()
        frame.pitchPeriod = period
        frame.voicing = voicing
        frame.gains = [gain, gain]
        return frame
    }

    private func synthesise(_ superframes: [Superframe]) -> [Float] {
        var synthesiser = Synthesiser()
        return synthesise(superframes, with: &synthesiser)
    }

    private func synthesise(_ superframes: [Superframe], with synthesiser: inout Synthesiser) -> [Float] {
        var samples: [Float] = []
        for superframe in superframes {
            var block = [Float](repeating: 0, count: MELP.superframeLength)
            var span = block.mutableSpan
            synthesiser.synthesise(superframe, into: &span)
            samples += block
        }
        return samples
    }

    private func level(_ samples: ArraySlice<Float>) -> Float {
        Elementary.decibels(power: samples.reduce(0) { $0 + $1 * $1 } * 32768 * 32768 / Float(samples.count))
    }

    @Test("The level of what is made is the level asked for", arguments: Voicing.allCases)
    func level(voicing: Voicing) {
        let frame = voiced(period: 57.3, gain: 62, voicing: voicing)
        let samples = synthesise([Superframe](repeating: Superframe(frames: [frame, frame, frame]), count: 8))
        #expect(abs(level(samples[1080...]) - 62) < 0.5)
    }

    @Test("The analyser finds the pitch that the synthesiser made", arguments: [Float(22.5), 40.25, 61, 99.9, 150.2])
    func pitch(period: Float) {
        let frame = voiced(period: period, gain: 65)
        let samples = synthesise([Superframe](repeating: Superframe(frames: [frame, frame, frame]), count: 12))
        var analyser = Analyser()
        for block in 0..<12 {
            let superframe = analyser.analyse(
                samples.span.extracting(droppingFirst: block * 540).extracting(first: 540))
            guard block > 3 else { continue }
            for index in 0..<3 {
                #expect(abs(superframe.frames[index].pitchPeriod / period - 1) < 0.01)
                #expect(superframe.frames[index].voicing == .below4000)
            }
        }
    }

    @Test("Full level neither wraps nor goes beyond full scale")
    func fullScale() {
        let frame = voiced(period: 160, gain: 92)
        let samples = synthesise([Superframe](repeating: Superframe(frames: [frame, frame, frame]), count: 4))
        #expect(samples.allSatisfy { $0.magnitude <= 1 })
    }

    @Test("After a reset the synthesiser speaks as when it was new")
    func reset() {
        let frame = voiced(period: 70, gain: 60, voicing: .below1000)
        let superframes = [Superframe](repeating: Superframe(frames: [frame, frame, FrameParameters()]), count: 3)
        var synthesiser = Synthesiser()
        let first = synthesise(superframes, with: &synthesiser)
        #expect(synthesise(superframes, with: &synthesiser) != first)
        synthesiser.reset()
        #expect(synthesise(superframes, with: &synthesiser) == first)
    }
}

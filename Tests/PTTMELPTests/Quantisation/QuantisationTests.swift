import PTTTestSupport
import Testing

@testable import PTTMELP

/// Packets through the standard tables.
struct QuantisationTests {
    private let tables = CodeTables.standard

    /// Something like speech: parameters that wander, voiced and unvoiced by turns.
    static func wander(count: Int, seed: UInt64) -> [Superframe] {
        var random = SeededGenerator(seed: seed)
        var frame = FrameParameters()
        frame.gains = [50, 50]
        var superframes: [Superframe] = []
        for _ in 0..<count {
            var superframe = Superframe()
            for index in 0..<3 {
                wander(&frame, &random)
                superframe.frames[index] = frame
            }
            superframes.append(superframe)
        }
        return superframes
    }

    private static func wander(_ frame: inout FrameParameters, _ random: inout SeededGenerator) {
        func step(_ width: Float) -> Float { Float(random.nextFraction() - 0.5) * 2 * width }
        for index in 0..<10 {
            let rest = Float(index + 1) * 360
            frame.frequencies[index] += step(60) + 0.1 * (rest - frame.frequencies[index])
            frame.harmonics[index] = 40 + step(10)
        }
        LineSpectrum.separate(&frame.frequencies)
        frame.pitchPeriod = min(max(frame.pitchPeriod * (1 + step(0.05)), 20), 160)
        for half in 0..<2 {
            frame.gains[half] = min(max(frame.gains[1] + step(5), 20), 80)
        }
        if random.nextEvent(probability: 0.2) {
            frame.voicing = Voicing(rawValue: UInt8(random.next() % 5)) ?? .unvoiced
        }
    }

    private func isSound(_ superframe: Superframe) -> Bool {
        (0..<3).allSatisfy { index in
            let frame = superframe.frames[index]
            let frequencies = (0..<10).map { frame.frequencies[$0] }
            let gaps = zip([0] + frequencies, frequencies + [4000]).map { $1 - $0 }
            return gaps.allSatisfy { $0 >= 49.9 } && (20...160).contains(frame.pitchPeriod)
                && (0..<2).allSatisfy { (10...94).contains(frame.gains[$0]) }
                && (0..<10).allSatisfy { (-40...40).contains(frame.harmonics[$0]) }
        }
    }

    @Test("The decoder gets what the encoder said it would, and both expect the same next")
    func agreement() {
        var quantiser = SuperframeQuantiser(tables: tables)
        var dequantiser = SuperframeDequantiser(tables: tables)
        var packet = Packet()
        for superframe in Self.wander(count: 300, seed: 1) {
            let promised = quantiser.quantise(superframe, into: &packet)
            #expect(dequantiser.decode(packet) == promised)
            #expect(dequantiser.state == quantiser.state)
            #expect(isSound(promised))
        }
    }

    @Test("Any 11 bytes decode to frequencies in order, levels in range and numbers throughout")
    func randomPackets() {
        var random = SeededGenerator(seed: 2)
        var dequantiser = SuperframeDequantiser(tables: tables)
        for _ in 0..<3000 {
            let bytes = InlineArray<11, UInt8> { _ in UInt8(truncatingIfNeeded: random.next()) }
            #expect(isSound(dequantiser.decode(Packet(bytes: bytes))))
            if random.nextEvent(probability: 0.1) {
                #expect(isSound(dequantiser.conceal()))
            }
        }
    }

    @Test("The seven bits above the 81 change nothing")
    func upperBits() {
        var dequantiser = SuperframeDequantiser(tables: tables)
        var packet = Packet()
        packet.bytes[3] = 0x5A
        let plain = dequantiser.decode(packet)
        dequantiser.reset()
        packet.bytes[10] |= 0xFE
        #expect(dequantiser.decode(packet) == plain)
    }

    @Test("The more paths a search follows, the nearer to the target it ends; its sums come best first")
    func searchWidth() {
        let sensitivity = SpectralSensitivity()
        var random = SeededGenerator(seed: 3)
        let widths = [1, 8, 24]
        var totals = [Float](repeating: 0, count: widths.count)
        for superframe in Self.wander(count: 100, seed: 4) {
            let codebook = tables.spectrum[Int(VoicingPattern(superframe).voicingClass.rawValue)]
            var target = SpectrumVector.zero
            for element in 0..<30 { target[element] = Float(random.nextFraction() - 0.5) * 300 }
            let weights = sensitivity.weights(of: superframe)
            for (place, width) in widths.enumerated() {
                var survivors = Survivors(capacity: width)
                codebook.search(target: target, weights: weights, survivors: &survivors)
                let errors = (0..<survivors.count).map {
                    codebook.sum(survivors[$0].indices).distance(to: target, weights: weights)
                }
                #expect(errors.count == width)
                for (better, worse) in zip(errors, errors.dropFirst()) { #expect(better <= worse * 1.001) }
                totals[place] += errors[0]
            }
        }
        #expect(totals[1] < totals[0] * 0.95)
        #expect(totals[2] < totals[1])
    }

    @Test("After a reset the same speech gives the same packets")
    func reset() {
        var quantiser = SuperframeQuantiser(tables: tables)
        let speech = Self.wander(count: 20, seed: 5)
        func packets() -> [Packet] {
            speech.map { superframe in
                var packet = Packet()
                _ = quantiser.quantise(superframe, into: &packet)
                return packet
            }
        }
        let first = packets()
        #expect(packets() != first)
        quantiser.reset()
        #expect(packets() == first)
    }

    @Test("What is lost fades, keeps its spectrum, and is silence in the end")
    func concealment() {
        var dequantiser = SuperframeDequantiser(tables: tables)
        var quantiser = SuperframeQuantiser(tables: tables)
        var packet = Packet()
        var last = Superframe()
        for superframe in Self.wander(count: 10, seed: 6) {
            _ = quantiser.quantise(superframe, into: &packet)
            last = dequantiser.decode(packet)
        }
        var level = last.frames[2].gains[1]
        for _ in 0..<20 {
            let made = dequantiser.conceal()
            for index in 0..<3 {
                #expect(made.frames[index].gains[1] <= level)
                level = made.frames[index].gains[1]
            }
        }
        #expect(level == MELP.lowestGain)
    }

    @Test("After a loss decoder and encoder come together again")
    func resynchronisation() {
        var dequantiser = SuperframeDequantiser(tables: tables)
        var quantiser = SuperframeQuantiser(tables: tables)
        var packet = Packet()
        for (number, superframe) in Self.wander(count: 40, seed: 7).enumerated() {
            let promised = quantiser.quantise(superframe, into: &packet)
            let decoded = number == 10 ? dequantiser.conceal() : dequantiser.decode(packet)
            guard number > 25 else { continue }
            for frame in 0..<3 {
                let apart = (0..<10).map {
                    abs(decoded.frames[frame].frequencies[$0] - promised.frames[frame].frequencies[$0])
                }
                #expect((apart.max() ?? 0) < 60)
                #expect(abs(decoded.frames[frame].gains[1] - promised.frames[frame].gains[1]) < 2)
            }
        }
    }
}

import PTTMELP

/// Packets of 11 bytes through the vocoder's decoder; a packet that begins with zero counts as lost.
enum MELPFuzz {
    private static let packetLength = 11
    private static let superframeLength = 540

    static func run(_ input: [UInt8]) {
        // State reaches over one packet: what is behind the third only takes longer.
        let input = input.prefix(3 * packetLength)
        let decoder = MELP1200Decoder()
        var dequantiser = SuperframeDequantiser(tables: .standard)
        var samples = [Float](repeating: 0, count: superframeLength)
        var allowed: Float = 10
        for start in stride(from: 0, to: input.count, by: packetLength) {
            let bytes = input[start..<min(start + packetLength, input.count)]
            var room = samples.mutableSpan
            guard let packet = Packet(bytes.span), bytes.first != 0 else {
                precondition(decoder.conceal(next: nil, into: &room), "a loss is not concealed")
                allowed = max(allowed, check(dequantiser.conceal()))
                judge(samples, loudest: allowed)
                continue
            }
            do {
                try decoder.decode(bytes.span, into: &room)
            } catch {
                preconditionFailure("eleven bytes are refused: \(error)")
            }
            let loudest = check(dequantiser.decode(packet))
            judge(samples, loudest: max(allowed, loudest))
            allowed = loudest
        }
    }

    /// What holds of every frame; gives the highest gain in dB.
    private static func check(_ superframe: Superframe) -> Float {
        var loudest: Float = 0
        for index in superframe.frames.indices {
            let frame = superframe.frames[index]
            precondition((20...160).contains(frame.pitchPeriod))
            for half in frame.gains.indices {
                precondition((10...94).contains(frame.gains[half]))
                loudest = max(loudest, frame.gains[half])
            }
            var last: Float = 0
            for place in frame.frequencies.indices {
                precondition(frame.frequencies[place] >= last + 49.9, "line spectral frequencies out of order")
                precondition(frame.harmonics[place].magnitude <= 40)
                last = frame.frequencies[place]
            }
            precondition(last < 3951)
        }
        return loudest
    }

    /// No sample beyond full scale, and no more power than the loudest gain around it asks for.
    private static func judge(_ samples: [Float], loudest: Float) {
        var energy: Float = 0
        for sample in samples {
            precondition(sample.magnitude <= 1, "beyond full scale, or no number")
            energy += sample * sample
        }
        // 94 dB is 50 119 steps of 16 bits; each 10 dB less is a tenth of its power.
        var power: Float = 2.34
        for _ in 0..<max(Int(94 - loudest), 0) { power *= 0.79432823 }
        precondition(energy / Float(samples.count) <= power * 4 + 1e-9, "louder than any gain")
    }
}

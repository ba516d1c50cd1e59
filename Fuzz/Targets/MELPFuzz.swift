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
        for start in stride(from: 0, to: input.count, by: packetLength) {
            let bytes = input[start..<min(start + packetLength, input.count)]
            var room = samples.mutableSpan
            guard let packet = Packet(bytes.span), bytes.first != 0 else {
                precondition(decoder.conceal(next: nil, into: &room), "a loss is not concealed")
                check(dequantiser.conceal())
                judge(samples)
                continue
            }
            do {
                try decoder.decode(bytes.span, into: &room)
            } catch {
                preconditionFailure("eleven bytes are refused: \(error)")
            }
            check(dequantiser.decode(packet))
            judge(samples)
        }
    }

    /// What holds of every frame.
    private static func check(_ superframe: Superframe) {
        for index in superframe.frames.indices {
            let frame = superframe.frames[index]
            precondition((20...160).contains(frame.pitchPeriod))
            for half in frame.gains.indices {
                precondition((10...94).contains(frame.gains[half]))
            }
            var last: Float = 0
            for place in frame.frequencies.indices {
                precondition(frame.frequencies[place] >= last + 49.9, "line spectral frequencies out of order")
                precondition(frame.harmonics[place].magnitude <= 40)
                last = frame.frequencies[place]
            }
            precondition(last < 3951)
        }
    }

    /// No sample beyond full scale.
    private static func judge(_ samples: [Float]) {
        for sample in samples {
            precondition(sample.magnitude <= 1, "beyond full scale, or no number")
        }
    }
}

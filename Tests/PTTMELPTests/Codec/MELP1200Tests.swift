import PTTMELP
import PTTVoice
import Testing

struct MELP1200Tests {
    /// The packets of a whole stream, fed in portions of the given sizes, over and over.
    private func encode(
        _ samples: [Float], portions: [Int] = [540], with encoder: MELP1200Encoder = MELP1200Encoder()
    ) -> [[UInt8]] {
        var packets: [[UInt8]] = []
        var start = 0
        var turn = 0
        while start < samples.count {
            let end = min(start + portions[turn % portions.count], samples.count)
            encoder.encode(samples.span.extracting(start..<end)) { packet in
                packets.append(packet.indices.map { packet[$0] })
            }
            start = end
            turn += 1
        }
        encoder.finish { packet in packets.append(packet.indices.map { packet[$0] }) }
        return packets
    }

    /// - Parameter packets: nil where one is lost.
    private func decode(_ packets: [[UInt8]?], with decoder: MELP1200Decoder = MELP1200Decoder()) throws -> [Float] {
        var samples: [Float] = []
        for packet in packets {
            var block = [Float](repeating: .nan, count: 540)
            var span = block.mutableSpan
            if let packet {
                try decoder.decode(packet.span, into: &span)
            } else {
                #expect(decoder.conceal(next: nil, into: &span))
            }
            samples += block
        }
        return samples
    }

    @Test("540 samples become 11 bytes of which the top seven bits are zero, and 540 samples again")
    func geometry() throws {
        let encoder = MELP1200Encoder()
        #expect(encoder.format.samplesPerFrame == 540)
        #expect(encoder.format.sampleRate == 8000)
        #expect(encoder.format.maximumFrameBytes == 11)
        #expect(encoder.format.algorithmicDelay == 270)
        #expect(MELP1200Encoder(suppressesNoise: false).format.algorithmicDelay == 180)
        let packets = encode(ToySpeech.samples(540 * 40))
        #expect(packets.count == 41)
        #expect(packets.allSatisfy { $0.count == 11 && $0[10] <= 1 })
        #expect(try decode(packets).count == 540 * 41)
    }

    @Test(
        "The end of a stream is padded until its last sample has come out",
        arguments: [1, 269, 270, 271, 540, 541, 1000])
    func padding(count: Int) {
        let delay = MELP1200Encoder().format.algorithmicDelay
        #expect(encode(ToySpeech.samples(count)).count == (count + delay + 539) / 540)
        #expect(encode([]).isEmpty)
    }

    @Test("Any portions give the same bytes", arguments: [[1], [7, 540, 3], [160], [2000], [539, 541]])
    func portions(sizes: [Int]) {
        let samples = ToySpeech.samples(540 * 12 + 77)
        #expect(encode(samples, portions: sizes) == encode(samples))
    }

    @Test("A finished or reset encoder and a reset decoder begin as new ones")
    func reset() throws {
        let samples = ToySpeech.samples(540 * 10)
        let encoder = MELP1200Encoder()
        let decoder = MELP1200Decoder()
        let packets = encode(samples, with: encoder)
        let sound = try decode(packets, with: decoder)
        #expect(encode(samples, with: encoder) == packets)
        encoder.encode(samples.span) { _ in }
        encoder.reset()
        #expect(encode(samples, with: encoder) == packets)
        #expect(try decode(packets, with: decoder) != sound)
        decoder.reset()
        #expect(try decode(packets, with: decoder) == sound)
    }

    @Test("Streams do not disturb each other")
    func independence() throws {
        let samples = ToySpeech.samples(540 * 8)
        let packets = encode(samples)
        let decoders = [MELP1200Decoder(), MELP1200Decoder()]
        var sounds: [[Float]] = [[], []]
        for packet in packets {
            for (index, decoder) in decoders.enumerated() {
                sounds[index] += try decode([index == 0 ? packet : nil], with: decoder)
            }
        }
        #expect(sounds[0] == (try decode(packets)))
        #expect(sounds[1] == (try decode(packets.map { _ in nil })))
    }

    @Test("A packet of another length is refused, and so is too little room")
    func refusal() {
        let decoder = MELP1200Decoder()
        var room = [Float](repeating: 0, count: 540)
        for count in [0, 1, 10, 12, 22, 1000] {
            #expect(throws: VocoderError.wrongPacketLength(count)) {
                var span = room.mutableSpan
                try decoder.decode([UInt8](repeating: 0, count: count).span, into: &span)
            }
        }
        #expect(throws: VocoderError.tooLittleRoom(539)) {
            var short = [Float](repeating: 0, count: 539)
            var span = short.mutableSpan
            try decoder.decode([UInt8](repeating: 0, count: 11).span, into: &span)
        }
        var little = [Float](repeating: 0, count: 100)
        var none = little.mutableSpan
        #expect(!decoder.conceal(next: nil, into: &none))
    }

    @Test("What is no sample is taken for silence")
    func strangeSamples() throws {
        let strange = (0..<5400).map { [Float.nan, .infinity, -1e30, 0.5][$0 % 4] }
        let sound = try decode(encode(strange))
        #expect(sound.allSatisfy { $0.isFinite && $0.magnitude <= 1 })
    }

    @Test("Lost packets are faded out, and sound comes back within a packet")
    func loss() throws {
        let samples = (0..<(540 * 40)).map { (index: Int) -> Float in Float(index % 73) * 0.0027 - 0.1 }
        let packets = encode(samples)
        var received: [[UInt8]?] = packets
        for index in 10..<22 { received[index] = nil }
        let whole = try decode(packets)
        let sound = try decode(received)
        func level(_ sound: [Float], _ packet: Int) -> Float {
            sound[(540 * packet)..<(540 * packet + 540)].reduce(0) { $0 + $1 * $1 }
        }
        #expect(level(sound, 10) > level(whole, 10) / 4)
        #expect(level(sound, 21) < level(whole, 21) / 100)
        #expect(level(sound, 24) > level(whole, 24) / 4)
    }
}

import PTTMELP
import Testing

/// What encoder and decoder made when their numbers were last meant to change: the same in every build, on every machine.
struct MELP1200GoldenTests {
    /// FNV-1a, 64 bits.
    private func hash(_ bytes: some Sequence<UInt8>, from start: UInt64 = 0xCBF2_9CE4_8422_2325) -> UInt64 {
        bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }

    @Test(
        "Packets and samples are those of the reference run",
        arguments: [
            (true, 16_464_668_810_371_176_866 as UInt64, 1_949_244_260_365_146_016 as UInt64),
            (false, 10_058_775_323_635_341_427, 2_546_508_805_975_685_253),
        ])
    func reference(suppressesNoise: Bool, packets: UInt64, sound: UInt64) {
        let encoder = MELP1200Encoder(suppressesNoise: suppressesNoise)
        let decoder = MELP1200Decoder()
        var packetHash = hash([])
        var soundHash = hash([])
        var count = 0
        var room = [Float](repeating: 0, count: 540)
        let take: (Span<UInt8>) -> Void = { packet in
            packetHash = hash(packet.indices.map { packet[$0] }, from: packetHash)
            var span = room.mutableSpan
            count += 1
            if count % 7 == 0 {
                _ = decoder.conceal(next: nil, into: &span)
            } else {
                #expect(throws: Never.self) { try decoder.decode(packet, into: &span) }
            }
            for sample in room {
                soundHash = hash(
                    (0..<4).map { UInt8(truncatingIfNeeded: sample.bitPattern >> (8 * UInt32($0))) }, from: soundHash)
            }
        }
        encoder.encode(ToySpeech.samples(540 * 30).span, frame: take)
        encoder.finish(frame: take)
        #expect(packetHash == packets)
        #expect(soundHash == sound)
    }
}

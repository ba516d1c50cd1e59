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
            (true, 16_164_168_914_459_363_100 as UInt64, 12_204_078_967_721_922_390 as UInt64),
            (false, 18_404_736_436_748_529_805, 17_772_933_687_766_739_592),
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

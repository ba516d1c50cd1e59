import PTTMesh
import PTTTestSupport
import PTTWire
import Testing

@Suite("Compression against the reference implementation")
struct CompressionVectorTests {
    @Test("Each case is tried and shrinks as there", arguments: try VectorFile("compression").cases)
    func agrees(_ vector: VectorCase) throws {
        let data = try vector.bytes("data")
        #expect(Compression.isWorthTrying(data[...]) == (try vector.bool("should_compress")))
        // The reference compresses nothing below the threshold, whatever it would become.
        if data.count >= 100 {
            #expect((Compression.deflate(data[...]) != nil) == (try vector.bool("compress_shrinks")))
        }
        try expectRoundTrip(of: data)
        if let example = try vector.bytesIfPresent("example_raw_deflate") { try expect(example, inflatesTo: data) }
    }

    private func expectRoundTrip(of data: [UInt8]) throws {
        guard let compressed = Compression.deflate(data[...]) else { return }
        try expect(compressed, inflatesTo: data)
    }

    /// Inflates through a packet, which is where received DEFLATE arrives.
    private func expect(_ compressed: [UInt8], inflatesTo data: [UInt8]) throws {
        var frame = try PacketDraft(
            .publicMessage, from: PeerID(rawValue: 1), at: Timestamp(milliseconds: 0), payload: []
        ).encoded(padded: false)
        let length = UInt16(compressed.count + 2)
        frame.replaceSubrange(
            PacketLayout.lengthOffset..<PacketLayout.lengthOffset + 2,
            with: [UInt8(length >> 8), UInt8(length & 255)])
        frame[PacketLayout.flagsOffset] = PacketFlags.isCompressed.rawValue
        frame.appendBigEndian(UInt16(data.count))
        frame += compressed
        #expect(try Packet(decoding: frame).payload() == data[...])
    }
}

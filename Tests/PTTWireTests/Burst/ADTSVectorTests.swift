import PTTTestSupport
import PTTWire
import Testing

@Suite("ADTS against the reference implementation")
struct ADTSVectorTests {
    @Test("A frame gets the reference header and is read back", arguments: try VectorFile("adts").cases)
    func agrees(_ vector: VectorCase) throws {
        let frame = try vector.bytes("frame")
        var stream: [UInt8] = []
        try ADTS.append(frame[...], to: &stream)
        #expect(stream == (try vector.bytes("hex")))
        #expect(Array(stream.prefix(ADTS.headerSize)) == (try vector.bytes("header")))
        var reader = ADTSReader(stream[...])
        #expect(try reader.next() == frame[...])
        #expect(try reader.next() == nil)
    }
}

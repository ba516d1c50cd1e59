import PTTMesh
import PTTTestSupport
import Testing

@Suite("Padding against the reference implementation")
struct PaddingVectorTests {
    @Test("Each case fills and strips as there", arguments: try VectorFile("padding").cases)
    func agrees(_ vector: VectorCase) throws {
        switch try vector.string("op") {
        case "pad": try expectLengths(vector)
        case "pad_bytes":
            var frame = try vector.bytes("data")
            Padding.fill(&frame)
            #expect(frame == (try vector.bytes("hex")))
        case "unpad":
            #expect(Array(Padding.strip(try vector.bytes("data")[...])) == (try vector.bytes("hex")))
        case let operation: Issue.record("unknown operation \(operation)")
        }
    }

    private func expectLengths(_ vector: VectorCase) throws {
        let length = try vector.integer("length")
        #expect(Padding.block(for: length) == (try vector.integer("block")))
        #expect(Padding.paddedLength(length) == (try vector.integer("padded_length")))
        var frame = [UInt8](repeating: 0, count: length)
        Padding.fill(&frame)
        #expect(frame.count == (try vector.integer("padded_length")))
        #expect(frame.dropFirst(length).last.map(Int.init) == (try vector.integerIfPresent("pad_byte")))
    }
}

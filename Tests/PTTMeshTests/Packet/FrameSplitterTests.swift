import PTTMesh
import PTTTestSupport
import PTTWire
import Testing

@Suite("Frames out of a stream of bytes")
struct FrameSplitterTests {
    private let start = Instant(nanoseconds: 0)

    @Test("Each stream is cut as in the reference implementation", arguments: try VectorFile("stream").cases)
    func agrees(_ vector: VectorCase) throws {
        var splitter = FrameSplitter()
        for step in try vector.objects("steps") {
            let output = splitter.append(try step.bytes("chunk")[...], at: start)
            #expect(output.frames == (try step.byteStrings("frames")))
            #expect(output.dropped == (try step.bytes("dropped")))
            #expect(output.wasReset == (try step.bool("reset")))
        }
    }

    @Test("A frame whose rest was lost does not swallow the next one")
    func lostRest() throws {
        let frame = try frame(padded: false)
        var splitter = FrameSplitter()
        #expect(splitter.append(frame.dropLast(10), at: start).frames.isEmpty)
        let first = splitter.append(frame[..<5], at: start + .milliseconds(300))
        #expect(first.wasReset && first.frames.isEmpty)
        #expect(splitter.append(frame[5...], at: start + .milliseconds(310)).frames == [frame])
        #expect(splitter.waiting == 0)
    }

    @Test("Bytes one at a time give the same frames as all at once")
    func singleBytes() throws {
        let (padded, bare) = (try frame(padded: true), try frame(padded: false))
        let stream = padded + [0, 0x7F] + bare + padded + bare
        var splitter = FrameSplitter()
        var frames: [[UInt8]] = []
        for byte in stream { frames += splitter.append([byte], at: start).frames }
        #expect(frames == [bare, bare, bare, bare])
    }

    @Test("A header that promises more than a frame may have frees the stream at once")
    func impossibleLength() throws {
        var header = try frame(padded: false)
        header[0] = 2
        for index in 12..<16 { header[index] = 0xFF }
        var splitter = FrameSplitter()
        #expect(splitter.append(header[...], at: start).wasReset)
        #expect(splitter.waiting == 0)
        #expect(splitter.append(try frame(padded: false)[...], at: start).frames.count == 1)
    }

    private func frame(padded: Bool) throws -> [UInt8] {
        try PacketDraft(
            .noiseEncrypted, from: PeerID(rawValue: 0x0807_0605_0403_0201), to: PeerID(rawValue: 9),
            at: Timestamp(milliseconds: 1), payload: [1, 2, 3, 2, 1, 3, 3, 3]
        ).encoded(padded: padded)
    }
}

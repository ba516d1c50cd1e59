import PTTWire
import Testing

@Suite("ADTS stream")
struct ADTSTests {
    let frames: [[UInt8]] = [[1], [2, 3], [UInt8](repeating: 4, count: ADTS.largestFrame)]

    func stream() throws -> [UInt8] {
        var stream: [UInt8] = []
        for frame in frames { try ADTS.append(frame[...], to: &stream) }
        return stream
    }

    @Test("Every prefix yields the frames that are whole in it, and keeps the cut one apart")
    func readsAnyPrefix() throws {
        let stream = try stream()
        let ends = frames.indices.map { frames[...$0].reduce(0) { $0 + ADTS.headerSize + $1.count } }
        for length in Array(0..<40) + [stream.count - 1, stream.count] {
            var reader = ADTSReader(stream[..<length])
            var read: [[UInt8]] = []
            while let frame = try reader.next() { read.append(Array(frame)) }
            let whole = ends.filter { $0 <= length }
            #expect(read == Array(frames.prefix(whole.count)))
            #expect(reader.rest.count == length - (whole.last ?? 0))
        }
    }

    @Test("A frame that no header can tell is refused")
    func refusesFrames() {
        var stream: [UInt8] = []
        #expect(throws: ADTSError.emptyFrame) { try ADTS.append([], to: &stream) }
        let long = [UInt8](repeating: 0, count: ADTS.largestFrame + 1)
        #expect(throws: ADTSError.frameTooLong(long.count)) { try ADTS.append(long[...], to: &stream) }
        #expect(stream.isEmpty)
    }

    @Test("Damage is told with its place", arguments: [(0, 0xFE), (1, 0x01), (4, 0x00)])
    func tellsDamage(byte: Int, value: UInt8) throws {
        var stream = try stream()
        let second = ADTS.headerSize + frames[0].count
        stream[second + byte] = value
        if byte == 4 { stream[second + 5] = 0 }
        var reader = ADTSReader(stream[...])
        #expect(try reader.next() == frames[0][...])
        #expect(throws: ADTSError.lostSync(offset: second)) { try reader.next() }
    }

    @Test("Another codec, rate, channel count or a checksum is told apart from damage")
    func tellsOtherFormats() throws {
        for (byte, value) in [(1, 0xF0), (2, 0x50), (2, 0x61), (3, 0x80), (6, 0xFD)] {
            var stream = try stream()
            stream[byte] = UInt8(value)
            var reader = ADTSReader(stream[...])
            #expect(throws: ADTSError.otherFormat(offset: 0)) { try reader.next() }
        }
    }
}

import PTTTestSupport
import PTTWire
import Testing

@Suite("Burst packet")
struct BurstPacketTests {
    @Test("Any packet that can be made decodes to itself", arguments: 0..<8)
    func roundTrip(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<500 {
            let packet = try BurstPacket.random(using: &random)
            let bytes = packet.encoded()
            try #require(try BurstPacket(decoding: bytes[...]) == packet)
            // A packet in the middle of something else reads the same.
            let framed = [9, 9, 9] + bytes + [9]
            try #require(try BurstPacket(decoding: framed[3..<framed.count - 1]) == packet)
        }
    }

    @Test("Random and damaged bytes are refused or read, never a trap", arguments: 0..<4)
    func hostileBytes(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed) + 100)
        var readCount = 0
        for _ in 0..<25_000 {
            let bytes = try hostileInput(using: &random)
            guard let packet = read(bytes) else { continue }
            readCount += 1
            guard case .data(let frames) = packet.body else { continue }
            let isConsistent =
                packet.encoded() == bytes && frames.reduce(11) { $0 + 2 + $1.bytes.count } == bytes.count
                && frames.allSatisfy { !$0.bytes.isEmpty } && frames.count { $0.isRepeat } == frames.repeatCount
            try #require(isConsistent, "\(bytes.hex)")
        }
        #expect(readCount > 1_000)
    }

    @Test("Every proper prefix of a data packet is refused, or is a packet with fewer frames")
    func truncation() throws {
        var random = SeededGenerator(seed: 7)
        let frames = try BurstFrames((1...8).map { BurstFrame(bytes: .random(count: 5 * $0, using: &random)) })
        let bytes = BurstPacket(burst: BurstID(rawValue: 1), sequence: 1, body: .data(frames)).encoded()
        let boundaries = (1...8).map { count in (1...count).reduce(BurstPacket.headerSize) { $0 + 2 + 5 * $1 } }
        for length in 0..<bytes.count {
            #expect((read(Array(bytes[..<length])) != nil) == boundaries.contains(length))
        }
    }

    @Test("Decoding and walking the frames allocates nothing", .enabled(if: allocationsAreCounted))
    func allocatesNothing() throws {
        var random = SeededGenerator(seed: 3)
        let packets = try (0..<64).map { _ in try BurstPacket.random(using: &random).encoded()[...] }
        var sum = 0
        let walk = { () throws(BurstError) in
            for index in 0..<64 {
                guard case .data(let frames) = try BurstPacket(decoding: packets[index]).body else { continue }
                for frame in frames { sum &+= Int(frame.bytes[frame.bytes.startIndex]) }
            }
        }
        try walk()
        let count = try allocationCount(of: walk)
        #expect(count == 0)
        #expect(sum > 0)
    }

    @Test("What is refused says why", arguments: refusals)
    func reasons(hex: String, reason: BurstError, text: String) throws {
        let bytes = try [UInt8](hex: "0102030405060708" + hex)
        #expect(throws: reason) { try BurstPacket(decoding: bytes[...]) }
        #expect(reason.description == text)
    }

    private static let refusals: [(String, BurstError, String)] = [
        ("0001", .truncated(TruncatedInput(needed: 11, available: 10)), "packet too short: needs 11 bytes, has 10"),
        ("000103", .unknownFlags(3), "flags 0x03 name no packet kind"),
        ("000001", .truncated(TruncatedInput(needed: 1, available: 0)), "packet too short: needs 1 bytes, has 0"),
        ("00000102", .unknownCodec(2), "codec 0x02 is unknown"),
        ("00010200", .truncated(TruncatedInput(needed: 6, available: 1)), "packet too short: needs 6 bytes, has 1"),
        ("000100", .noFrames, "data packet without a frame"),
        ("0001000000", .emptyFrame, "frame of length zero"),
        ("000100000205", .frameTruncated(length: 2, available: 1), "frame of 2 bytes where 1 are left"),
        (
            "00010000010500", .truncated(TruncatedInput(needed: 2, available: 1)),
            "packet too short: needs 2 bytes, has 1"
        ),
        ("000100" + String(repeating: "000101", count: 9), .tooManyFrames, "data packet with more than 8 frames"),
        ("000100000105c00105", .misplacedRepeat, "repeat behind a new frame"),
    ]
}

@Suite("Tagged frames")
struct TaggedFrameTests {
    @Test("Bit 15 marks a repeat, bit 14 Opus, the rest is the length")
    func layout() throws {
        let frames = try BurstFrames([
            BurstFrame(bytes: [1, 2], isRepeat: true, codec: .opus), BurstFrame(bytes: [3], isRepeat: true),
            BurstFrame(bytes: [4, 5, 6], codec: .opus), BurstFrame(bytes: [7]),
        ])
        let bytes = BurstPacket(burst: BurstID(rawValue: 0x0102_0304_0506_0708), sequence: 9, body: .data(frames))
            .encoded()
        #expect(bytes.hex == "0102030405060708000900" + "c0020102" + "800103" + "4003040506" + "000107")
        #expect(frames.repeatCount == 2)
        #expect(frames.newCount == 2)
        #expect(frames.isTagged)
    }

    @Test("A large plain length that fits stays a plain length", arguments: [0x4000, 0x8001, 0xC123])
    func plainLengthWins(length: Int) throws {
        let payload = [UInt8(length >> 8), UInt8(length & 0xFF)] + [UInt8](repeating: 5, count: length)
        let bytes = [UInt8](repeating: 0, count: BurstPacket.headerSize) + payload
        guard case .data(let frames) = try BurstPacket(decoding: bytes[...]).body else {
            Issue.record("no data packet")
            return
        }
        #expect(Array(frames) == [BurstFrame(bytes: payload.dropFirst(2))])
        #expect(!frames.isTagged)
    }

    @Test(
        "A tagged frame that is empty or runs past the end is refused",
        arguments: [
            ("c000", BurstError.emptyFrame), ("4000", .emptyFrame), ("8000", .emptyFrame),
            ("400305", .frameTruncated(length: 3, available: 1)),
            ("ffff05", .frameTruncated(length: 0x3FFF, available: 1)),
        ])
    func refusals(hex: String, reason: BurstError) throws {
        let bytes = try [UInt8](hex: "0102030405060708000100" + hex)
        #expect(throws: reason) { try BurstPacket(decoding: bytes[...]) }
    }

    @Test("A tag that the packet is too long to tell cannot be written")
    func packetTooLongForTags() {
        let long = [UInt8](repeating: 1, count: 0x3FF0)
        #expect(throws: BurstError.self) {
            try BurstFrames([
                BurstFrame(bytes: [1], codec: .opus), BurstFrame(bytes: long[...]), BurstFrame(bytes: long[...]),
            ])
        }
        #expect(throws: BurstError.misplacedRepeat) {
            try BurstFrames([BurstFrame(bytes: [1]), BurstFrame(bytes: [2], isRepeat: true)])
        }
    }
}

@Suite("START header")
struct BurstHeaderTests {
    @Test(
        "Frame duration and batch size follow the codec, and later bytes are ignored",
        arguments: [
            ("01", VoiceCodec.aacLC, nil), ("014001", .aacLC, [64, 1]), ("4f1403", .opus, [20, 3]),
            ("4f140399ff", .opus, [20, 3]), ("4f3c08", .opus, [60, 8]),
        ] as [(String, VoiceCodec, [UInt8]?)])
    func reads(hex: String, codec: VoiceCodec, framing: [UInt8]?) throws {
        let header = try header(hex)
        #expect(header.codec == codec)
        #expect(header.framing.map { [$0.frameMilliseconds, $0.batchSize] } == framing)
    }

    @Test(
        "Bytes that make no sense are no framing",
        arguments: ["0140", "014000", "014009", "013f01", "4f1500", "4f1503"])
    func ignoresNonsense(hex: String) throws {
        #expect(try header(hex).framing == nil)
    }

    private func header(_ hex: String) throws -> BurstHeader {
        let bytes = try [UInt8](hex: "0102030405060708000001" + hex)
        guard case .start(let header) = try BurstPacket(decoding: bytes[...]).body else {
            throw BurstError.unknownFlags(1)
        }
        return header
    }
}

private func read(_ bytes: [UInt8]) -> BurstPacket? {
    do { return try BurstPacket(decoding: bytes[...]) } catch { return nil }
}

/// Pure noise, noise behind a header, or a packet with a few bytes changed.
private func hostileInput(using random: inout SeededGenerator) throws -> [UInt8] {
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
        return Array(ArraySlice.random(count: Int.random(in: 0..<64, using: &random), using: &random))
    case 1:
        let tail = ArraySlice<UInt8>.random(count: Int.random(in: 0..<12, using: &random), using: &random)
        return [UInt8](repeating: 1, count: 10) + [0, 0, UInt8.random(in: 0..<8, using: &random)] + tail
    default:
        var bytes = try BurstPacket.random(using: &random).encoded()
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            bytes[Int.random(in: 8..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        return bytes
    }
}

extension ArraySlice<UInt8> {
    static func random(count: Int, using random: inout SeededGenerator) -> ArraySlice<UInt8> {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }[...]
    }
}

extension BurstPacket {
    /// Any packet that encodes: framing or none, tagged frames or not.
    static func random(using random: inout SeededGenerator) throws -> BurstPacket {
        let body: Body
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            let codec = VoiceCodec.allCases.randomElement(using: &random) ?? .aacLC
            let framing = BurstFraming(
                codec: codec, frameMilliseconds: UInt8(codec.frameMilliseconds),
                batchSize: UInt8.random(in: 0...8, using: &random))
            body = .start(BurstHeader(codec: codec, framing: framing))
        case 1:
            body = .end(
                BurstEnd(
                    packetCount: .random(in: 0 ... .max, using: &random),
                    milliseconds: .random(in: 0 ... .max, using: &random)))
        case 2:
            body = .canceled
        default:
            body = .data(try .random(using: &random))
        }
        return BurstPacket(
            burst: BurstID(rawValue: random.next()), sequence: .random(in: 0 ... .max, using: &random), body: body)
    }
}

extension BurstFrames {
    static func random(using random: inout SeededGenerator) throws -> BurstFrames {
        let repeats = Int.random(in: 0...4, using: &random)
        let isTagged = Bool.random(using: &random)
        return try BurstFrames(
            (0..<repeats + Int.random(in: 1...4, using: &random)).map { place in
                BurstFrame(
                    bytes: .random(count: .random(in: 1...80, using: &random), using: &random),
                    isRepeat: isTagged && place < repeats,
                    codec: isTagged && Bool.random(using: &random) ? .opus : nil)
            })
    }
}

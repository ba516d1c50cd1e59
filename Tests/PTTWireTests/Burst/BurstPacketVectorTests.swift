import PTTTestSupport
import PTTWire
import Testing

@Suite("Burst packets against the reference implementation")
struct BurstPacketVectorTests {
    @Test("Each case encodes, decodes or is refused as there", arguments: try VectorFile("bursts").cases)
    func agrees(_ vector: VectorCase) throws {
        switch try vector.string("op") {
        case "encode_decode": try expectRoundTrip(vector)
        case "decode": try expectVerdict(vector)
        case "encode_reject": try expectUnbuildable(vector)
        case let operation: Issue.record("unknown operation \(operation)")
        }
    }

    private func expectRoundTrip(_ vector: VectorCase) throws {
        let bytes = try vector.bytes("hex")
        let packet = try BurstPacket(reference: vector.object("burst"))
        #expect(packet.encoded() == bytes)
        #expect(try BurstPacket(decoding: bytes[...]) == packet)
    }

    private func expectVerdict(_ vector: VectorCase) throws {
        let bytes = try vector.bytes("hex")
        guard try vector.bool("accept") else {
            #expect(throws: BurstError.self) { try BurstPacket(decoding: bytes[...]) }
            return
        }
        let packet = try BurstPacket(decoding: bytes[...])
        #expect(try packet.withoutFraming == BurstPacket(reference: vector.object("burst")))
        #expect(try (packet.encoded() == bytes) == vector.bool("canonical"))
    }

    private func expectUnbuildable(_ vector: VectorCase) throws {
        let burst = try vector.object("burst")
        #expect(throws: BurstError.self) { try BurstPacket(reference: burst) }
    }
}

extension BurstPacket {
    /// Builds the packet that a vector describes.
    init(reference vector: VectorCase) throws {
        self.init(
            burst: try BurstID(bytes: vector.bytes("burst_id")[...]),
            sequence: UInt16(try vector.integer("seq")),
            body: try Body(reference: vector))
    }

    /// The packet as a peer sees it that knows nothing of our START header.
    var withoutFraming: BurstPacket {
        guard case .start(let header) = body else { return self }
        return BurstPacket(burst: burst, sequence: sequence, body: .start(BurstHeader(codec: header.codec)))
    }
}

extension BurstPacket.Body {
    init(reference vector: VectorCase) throws {
        switch try vector.string("kind") {
        case "start":
            let byte = UInt8(try vector.integer("codec"))
            self = .start(BurstHeader(codec: try #require(VoiceCodec(rawValue: byte))))
        case "frames":
            self = .data(try BurstFrames(try frames(of: vector).map { BurstFrame(bytes: $0[...]) }))
        case "end":
            self = .end(
                BurstEnd(
                    packetCount: UInt16(try vector.integer("total_data_packets")),
                    milliseconds: UInt32(try vector.integer("duration_ms"))))
        case "canceled":
            self = .canceled
        case let kind:
            throw VectorError.field("kind", in: vector.label, expected: "a burst packet kind, not \(kind)")
        }
    }
}

/// The frames themselves or, where the vector leaves them out, as many zeros.
private func frames(of vector: VectorCase) throws -> [[UInt8]] {
    guard vector.has("frames") else {
        return try vector.integers("frame_lengths").map { [UInt8](repeating: 0, count: $0) }
    }
    return try vector.byteStrings("frames")
}

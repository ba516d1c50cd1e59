import PTTMesh
import PTTTestSupport
import PTTWire
import Testing

@Suite("Fragments against the reference implementation")
struct FragmentVectorTests {
    @Test("Each header is read or refused as there", arguments: try VectorFile("fragment_headers").cases)
    func headersAgree(_ vector: VectorCase) throws {
        let packet = try Packet(decoding: vector.bytes("packet_hex"))
        let payload = try packet.payload()
        #expect(Array(payload) == (try vector.bytes("payload")))
        guard try vector.bool("accept") else {
            #expect(throws: FragmentError.self) { try Fragment(decoding: payload) }
            return
        }
        let header = try vector.object("header")
        let fragment = try Fragment(in: packet)
        #expect(fragment.id.description == (try header.string("fragment_id")))
        #expect(fragment.index == (try header.integer("index")))
        #expect(fragment.total == (try header.integer("total")))
        #expect(Int(fragment.originalType) == (try header.integer("original_type")))
        #expect(Array(fragment.chunk) == (try header.bytes("data")))
        #expect(packet.isBroadcast == (try header.bool("broadcast")))
        #expect(try fragment.encoded() == Array(payload))
    }

    @Test("Each frame is cut as there", arguments: try VectorFile("fragments").cases)
    func framesAreCutAlike(_ vector: VectorCase) throws {
        let plan = try FragmentPlan(reference: vector)
        #expect(plan.chunkLength == (try vector.integer("chunk_size")))
        #expect(plan.count == (try vector.integer("fragment_count")))
        #expect(plan.interval == .milliseconds(try vector.integer("spacing_ms")))
        for (index, frame) in try vector.byteStrings("fragments").enumerated() {
            let made = try plan.frame(at: index)
            let flags = PacketFlags(rawValue: UInt8(try vector.integers("fragment_flags")[index]))
            // Compressed bytes may differ between compressors.
            if !flags.contains(.isCompressed) { #expect(made == frame) }
            let (ours, theirs) = (try Packet(decoding: made), try Packet(decoding: frame))
            #expect(Int(ours.version.rawValue) == (try vector.integer("fragment_version")))
            #expect(ours.flags == flags)
            #expect(ours.route == theirs.route && ours.recipient == theirs.recipient)
            #expect(try ours.payload() == theirs.payload())
        }
        #expect(throws: FragmentError.self) { try plan.frame(at: plan.count) }
    }

    @Test("Each frame is put together as there", arguments: try VectorFile("fragments").cases)
    func framesArePutTogetherAlike(_ vector: VectorCase) throws {
        let frames = try vector.byteStrings("fragments")
        var assembler = FragmentAssembler()
        for (index, result) in zip(try vector.integers("feed_order"), try vector.strings("feed_results")) {
            let packet = try Packet(decoding: frames[index])
            let reception = try assembler.receive(
                Fragment(in: packet), from: packet.sender, isBroadcast: packet.isBroadcast,
                over: LinkID(rawValue: 1), at: Instant(nanoseconds: 0))
            switch reception {
            case .stored, .repeated: #expect(result == "stored")
            case .completed(let frame):
                #expect(result == "complete")
                #expect(frame == (try vector.bytes("original_hex")))
                #expect(try Packet(joined: frame, from: packet.sender).bytes == frame)
            }
        }
        #expect(assembler.count == 0 && assembler.memory == 0)
    }
}

extension FragmentPlan {
    init(reference vector: VectorCase) throws {
        let packet = try Packet(decoding: vector.bytes("original_hex"))
        let id = try #require(PeerID(try vector.string("fragment_id")))
        let chunk = try vector.integerIfPresent("max_chunk") ?? vector.integer("default_chunk")
        try self.init(
            packet, to: vector.stringIfPresent("directed_peer").flatMap { PeerID($0) },
            id: FragmentID(rawValue: id.rawValue), chunkLength: chunk)
    }
}

import PTTMesh
import PTTTestSupport
import PTTWire
import Testing

@Suite("Packet policies against the reference implementation")
struct PolicyVectorTests {
    @Test("Each case is decided as there", arguments: try VectorFile("policies").cases)
    func agrees(_ vector: VectorCase) throws {
        switch try vector.string("op") {
        case "ingress_timestamp": try expectIngress(vector)
        case "public_voice_frame_freshness": try expectPublicVoice(vector)
        case "announce_preflight": try expectPreflight(vector)
        case "is_broadcast_recipient": try expectBroadcast(vector)
        case "pads_ble_frame": try expectPadding(vector)
        case "fragment_chunk_for_link":
            let limit = try vector.integer("link_limit")
            #expect(PacketPolicy.fragmentChunk(linkLimit: limit) == (try vector.integer("chunk")))
        case let operation: Issue.record("unknown operation \(operation)")
        }
    }

    private func expectIngress(_ vector: VectorCase) throws {
        let isAdmitted = PacketPolicy.admits(
            Timestamp(milliseconds: try vector.unsigned("packet_timestamp")),
            at: Timestamp(milliseconds: try vector.unsigned("now_ms")),
            isSyncAnswer: try vector.bool("is_rsr"), wasSyncRequested: try vector.bool("sync_requested"))
        #expect(isAdmitted == (try vector.bool("accept")))
    }

    private func expectPublicVoice(_ vector: VectorCase) throws {
        let sent = Timestamp(milliseconds: 1_760_000_000_000)
        let age = try vector.integer("age_ms")
        let now = Timestamp(milliseconds: UInt64(Int(sent.milliseconds) + age))
        #expect(PacketPolicy.isStalePublicVoice(sent, at: now) == (try vector.bool("stale")))
    }

    private func expectPreflight(_ vector: VectorCase) throws {
        let packet = try Packet(decoding: vector.bytes("packet_hex"))
        let local = try #require(PeerID(vector.string("local_peer")))
        let now = Timestamp(milliseconds: try vector.unsigned("now_ms"))
        let refusal: AnnounceRefusal? =
            switch try vector.string("result") {
            case "accept": nil
            case "malformed": .malformed
            case "sender_mismatch": .senderIsNotItsKey
            case "self": .isOurs
            case "stale": .stale
            case let result: throw UnknownResult(result: result)
            }
        switch refusal {
        case .none:
            #expect(throws: Never.self) { try AnnounceVerification.preflight(packet, local: local, now: now) }
        case .some(let refusal):
            #expect(throws: refusal) { try AnnounceVerification.preflight(packet, local: local, now: now) }
        }
    }

    private func expectBroadcast(_ vector: VectorCase) throws {
        // Seven bytes are no ID; on the wire they would be filled with a zero.
        let recipient = try vector.bytesIfPresent("recipient").flatMap { PeerID(wire: $0) }
        let frame = try PacketDraft(
            .publicMessage, from: PeerID(rawValue: 1), to: recipient, at: Timestamp(milliseconds: 0), payload: []
        ).encoded(padded: false)
        #expect(try Packet(decoding: frame).isBroadcast == vector.bool("broadcast"))
    }

    private func expectPadding(_ vector: VectorCase) throws {
        let type = PacketType(rawValue: UInt8(try vector.integer("type")))
        #expect((type != nil) == (try vector.bool("known")))
        #expect((type?.isPaddedOnWire ?? false) == (try vector.bool("pad")))
    }

    struct UnknownResult: Error {
        var result: String
    }
}

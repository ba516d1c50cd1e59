import PTTMesh
import PTTTestSupport
import Testing

@Suite("Private payloads against the reference implementation")
struct PrivatePayloadVectorTests {
    @Test("Each case encodes, decodes or is refused as there", arguments: try VectorFile("private_payloads").cases)
    func agrees(_ vector: VectorCase) throws {
        switch try vector.string("op") {
        case "pm_encode_decode": try expectMessage(vector)
        case "pm_encode_reject":
            let message = try PrivateMessage(reference: vector)
            #expect(throws: PayloadError.self) { try message.encoded() }
        case "pm_decode": try expectMessageVerdict(vector)
        case "noise_payload_decode": try expectKind(vector)
        case "peer_state_encode_decode": try expectPeerState(vector)
        case "peer_state_decode": try expectPeerStateVerdict(vector)
        case "ping_encode_decode": try expectPing(vector)
        case let operation: Issue.record("unknown operation \(operation)")
        }
    }

    private func expectMessage(_ vector: VectorCase) throws {
        let message = try PrivateMessage(reference: vector)
        let body = try vector.bytes("hex")
        #expect(try message.encoded() == body)
        #expect(try PrivateMessage(decoding: body[...]) == message)
        let payload = try PrivatePayload(decoding: vector.bytes("noise_payload")[...])
        #expect(payload.kind == .message)
        #expect(Array(payload.body) == body)
    }

    private func expectMessageVerdict(_ vector: VectorCase) throws {
        let body = try vector.bytes("hex")
        guard try vector.bool("accept") else {
            #expect(throws: PayloadError.self) { try PrivateMessage(decoding: body[...]) }
            return
        }
        #expect(try PrivateMessage(decoding: body[...]) == PrivateMessage(reference: vector))
    }

    private func expectKind(_ vector: VectorCase) throws {
        let plaintext = try vector.bytes("hex")
        guard try vector.bool("accept") else {
            #expect(throws: PayloadError.self) { try PrivatePayload(decoding: plaintext[...]) }
            return
        }
        let payload = try PrivatePayload(decoding: plaintext[...])
        #expect(Int(payload.kind.rawValue) == (try vector.integer("type")))
        #expect(Array(payload.body) == (try vector.bytes("data")))
    }

    private func expectPeerState(_ vector: VectorCase) throws {
        let state = PeerState(
            capabilities: Capabilities(rawValue: try vector.unsigned("capabilities")),
            signingKey: try vector.bytes("signing_public_key")[...])
        let body = try vector.bytes("hex")
        #expect(state.encoded() == body)
        #expect(try PeerState(decoding: body[...]) == state)
        let payload = try PrivatePayload(decoding: vector.bytes("noise_payload")[...])
        #expect(payload.kind == .peerState)
        #expect(Array(payload.body) == body)
    }

    private func expectPeerStateVerdict(_ vector: VectorCase) throws {
        let body = try vector.bytes("hex")
        guard try vector.bool("accept") else {
            #expect(throws: PayloadError.self) { try PeerState(decoding: body[...]) }
            return
        }
        #expect(try PeerState(decoding: body[...]).capabilities.rawValue == vector.unsigned("capabilities"))
    }

    private func expectPing(_ vector: VectorCase) throws {
        let payload = try vector.bytes("hex")
        let ping = try Ping(decoding: payload[...])
        #expect(ping.encoded() == payload)
        #expect(Int(ping.originTimeToLive) == (try vector.integer("origin_ttl")))
        #expect(payload.starts(with: try vector.bytes("nonce")))
    }
}

extension PrivateMessage {
    init(reference vector: VectorCase) throws {
        self.init(id: try vector.string("message_id"), text: try vector.string("content"))
    }
}

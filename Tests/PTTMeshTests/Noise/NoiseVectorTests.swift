import PTTCrypto
import PTTTestSupport
import PTTWire
import Testing

@testable import PTTMesh

@Suite struct PublishedNoiseVectorTests {
    @Test func handshakesAndTransportMessages() throws {
        for vector in try VectorFile("xx", from: "noise").cases {
            let prologue = try vector.bytes("prologue")
            var initiator = try NoiseHandshake(vector, .initiator, "initiator_static", "initiator_ephemeral", prologue)
            var responder = try NoiseHandshake(vector, .responder, "responder_static", "responder_ephemeral", prologue)
            let messages = try vector.objects("messages").map { message in
                (payload: try message.bytes("payload"), ciphertext: try message.bytes("ciphertext"))
            }
            for (index, message) in messages.prefix(3).enumerated() {
                if index % 2 == 0 {
                    #expect(try initiator.writeMessage(payload: message.payload) == message.ciphertext, "\(vector)")
                    #expect(try responder.readMessage(message.ciphertext) == message.payload, "\(vector)")
                } else {
                    #expect(try responder.writeMessage(payload: message.payload) == message.ciphertext, "\(vector)")
                    #expect(try initiator.readMessage(message.ciphertext) == message.payload, "\(vector)")
                }
            }
            #expect(try initiator.handshakeHash == vector.bytes("handshake_hash"), "\(vector)")
            #expect(try responder.handshakeHash == vector.bytes("handshake_hash"), "\(vector)")
            var (first, second) = (try initiator.session(), try responder.session())
            #expect(messages.count > 3)
            for (index, message) in messages.enumerated().dropFirst(3) {
                let sealed =
                    index % 2 == 0
                    ? try relay(message.payload, from: &first, to: &second)
                    : try relay(message.payload, from: &second, to: &first)
                #expect(Array(sealed.dropFirst(4)) == message.ciphertext, "\(vector)")
            }
        }
    }

    /// Seals, opens on the other side, and returns what was on the wire.
    private func relay(
        _ payload: [UInt8], from sender: inout NoiseSession, to receiver: inout NoiseSession
    ) throws -> [UInt8] {
        let sealed = try sender.seal(payload)
        #expect(try receiver.open(sealed) == payload)
        return sealed
    }
}

@Suite struct NoiseXXVectorTests {
    @Test func everyCase() throws {
        for vector in try VectorFile("noise_xx").cases {
            switch try vector.string("op") {
            case "transcript": try checkTranscript(vector)
            case "initiator_reads_message_2": try checkSecondMessage(vector)
            case "responder_message_1_key": try checkFirstKey(vector)
            case let other: Issue.record("\(vector): unknown op \(other)")
            }
        }
    }

    private func checkTranscript(_ vector: VectorCase) throws {
        let prologue = try vector.bytes("prologue")
        var initiator = try NoiseHandshake(
            vector, .initiator, "initiator_static_private", "initiator_ephemeral_private", prologue)
        var responder = try NoiseHandshake(
            vector, .responder, "responder_static_private", "responder_ephemeral_private", prologue)
        for (index, message) in try vector.objects("handshake_messages").enumerated() {
            let bytes = try message.bytes("hex")
            if try message.string("from") == "initiator" {
                #expect(try initiator.writeMessage() == bytes, "\(message)")
                #expect(try responder.readMessage(bytes).isEmpty, "\(message)")
            } else {
                #expect(try responder.writeMessage() == bytes, "\(message)")
                #expect(try initiator.readMessage(bytes).isEmpty, "\(message)")
            }
            #expect(try bytes.count == message.integer("length") && [32, 96, 64][index] == bytes.count, "\(message)")
            let packet = try Packet(decoding: message.bytes("packet_hex_padded"))
            #expect(try Array(packet.payload()) == bytes, "\(message)")
        }
        for side in [initiator, responder] {
            #expect(side.isComplete, "\(vector)")
            #expect(try side.handshakeHash == vector.bytes("handshake_hash"), "\(vector)")
        }
        try checkIdentities(vector, initiator, responder)
        try checkTransport(vector, initiator.session(), responder.session())
    }

    private func checkIdentities(_ vector: VectorCase, _ initiator: NoiseHandshake, _ responder: NoiseHandshake) throws
    {
        let keys = (initiator.remoteStaticKey?.bytes, responder.remoteStaticKey?.bytes)
        #expect(try keys.0 == vector.bytes("responder_static_public"), "\(vector)")
        #expect(try keys.1 == vector.bytes("initiator_static_public"), "\(vector)")
        let ids = (keys.0.map { PeerID(noiseKey: $0[...]) }, keys.1.map { PeerID(noiseKey: $0[...]) })
        #expect(try ids.0?.description == vector.string("responder_peer_id"), "\(vector)")
        #expect(try ids.1?.description == vector.string("initiator_peer_id"), "\(vector)")
    }

    private func checkTransport(_ vector: VectorCase, _ initiator: NoiseSession, _ responder: NoiseSession) throws {
        var (initiator, responder) = (initiator, responder)
        for message in try vector.objects("transport") {
            let (plaintext, wire) = try (message.bytes("plaintext"), message.bytes("wire"))
            if try message.string("from") == "initiator" {
                #expect(try initiator.seal(plaintext) == wire, "\(message)")
                #expect(try responder.open(wire) == plaintext, "\(message)")
            } else {
                #expect(try responder.seal(plaintext) == wire, "\(message)")
                #expect(try initiator.open(wire) == plaintext, "\(message)")
            }
        }
        #expect(initiator.sealedCount > 0 && responder.sealedCount > 0, "\(vector)")
    }

    private func checkSecondMessage(_ vector: VectorCase) throws {
        var initiator = try NoiseHandshake(
            vector, .initiator, "initiator_static_private", "initiator_ephemeral_private", [])
        #expect(try initiator.writeMessage() == vector.bytes("message_1"), "\(vector)")
        let message = try vector.bytes("message_2")
        if try vector.bool("accept") {
            #expect(try initiator.readMessage(message).isEmpty, "\(vector)")
        } else {
            let before = initiator.handshakeHash
            #expect(throws: NoiseError.self, "\(vector)") { try initiator.readMessage(message) }
            #expect(initiator.handshakeHash == before && initiator.remoteStaticKey == nil, "\(vector)")
        }
    }

    private func checkFirstKey(_ vector: VectorCase) throws {
        let key = try vector.bytes("key")
        let isChecked = (try? NoiseHandshake.checkedKey(key.span)) != nil
        #expect(try isChecked == vector.bool("validate_accepts"), "\(vector)")
        var responder = NoiseHandshake(role: .responder, staticKey: .init())
        let isRead = (try? responder.readMessage(key)) != nil
        #expect(try isRead == vector.bool("message_1_accepted"), "\(vector)")
        let isAnswered = (try? responder.writeMessage()) != nil
        #expect(try isAnswered == vector.bool("message_2_produced"), "\(vector)")
    }
}

@Suite struct NoiseReplayVectorTests {
    @Test func theCorrectWindow() throws {
        for vector in try VectorFile("noise_replay").cases {
            let cipher = try ChaChaPoly.Cipher(key: SecretBytes(copying: vector.bytes("receive_key")))
            var receiver = NoiseSession(
                sending: cipher, receiving: cipher, remoteStaticKey: X25519.PrivateKey().publicKey, handshakeHash: [])
            for step in try vector.objects("steps") {
                let nonce = UInt32(try step.unsigned("nonce"))
                var plaintext: [UInt8] = []
                plaintext.appendBigEndian(nonce)
                let wire = try step.bytes("wire")
                if try step.bool("correct_window_accepts") {
                    #expect(try receiver.open(wire) == plaintext, "\(step)")
                } else {
                    #expect(throws: NoiseError.replayed, "\(step)") { try receiver.open(wire) }
                }
            }
        }
    }
}

extension NoiseHandshake {
    /// A side whose keys stand in a vector under these names.
    init(
        _ vector: VectorCase, _ role: Role, _ staticName: String, _ ephemeralName: String, _ prologue: [UInt8]
    ) throws {
        self.init(
            role: role, staticKey: try X25519.PrivateKey(SecretBytes(copying: vector.bytes(staticName))),
            ephemeralKey: try X25519.PrivateKey(SecretBytes(copying: vector.bytes(ephemeralName))), prologue: prologue)
    }

    mutating func readMessage(_ message: [UInt8]) throws(NoiseError) -> [UInt8] {
        try readMessage(message.span)
    }
}

extension NoiseSession {
    mutating func seal(_ plaintext: [UInt8]) throws(NoiseError) -> [UInt8] {
        var output: [UInt8] = []
        try seal(plaintext.span, appendingTo: &output)
        return output
    }

    mutating func open(_ message: [UInt8]) throws(NoiseError) -> [UInt8] {
        var output: [UInt8] = []
        try open(message.span, appendingTo: &output)
        return output
    }
}

import PTTCrypto
import PTTMesh
import PTTTestSupport
import PTTWire
import Testing

@Suite("Identities against the reference implementation")
struct IdentityVectorTests {
    @Test("Each case gives the keys, IDs and names that it gives there", arguments: try VectorFile("identity").cases)
    func agrees(_ vector: VectorCase) throws {
        if vector.has("noise_static_private") {
            try expectIdentity(vector)
        } else if vector.has("signature") {
            try expectSignature(vector)
        } else if vector.has("packet_hex") {
            try expectPacketNames(vector)
        } else {
            try expectMessageName(vector)
        }
    }

    private func expectIdentity(_ vector: VectorCase) throws {
        let identity = try MeshIdentity(reference: vector)
        #expect(identity.noiseKey.publicKey.bytes == (try vector.bytes("noise_static_public")))
        #expect(identity.signingKey.publicKey.bytes == (try vector.bytes("ed25519_public")))
        #expect(identity.peerID.description == (try vector.string("peer_id")))
        #expect(identity.fingerprint == (try vector.string("fingerprint")))
    }

    private func expectSignature(_ vector: VectorCase) throws {
        let seed = try vector.bytes("ed25519_seed")
        let key = try Ed25519.PrivateKey(seed: SecretBytes(copying: seed.span))
        let message = try vector.bytes("message")
        #expect(key.publicKey.bytes == (try vector.bytes("ed25519_public")))
        #expect(key.publicKey.isValid(try vector.bytes("signature"), for: message))
        #expect(key.publicKey.isValid(key.signature(for: message), for: message))
    }

    private func expectPacketNames(_ vector: VectorCase) throws {
        let packet = try Packet(decoding: vector.bytes("packet_hex"))
        #expect(try MessageIdentity.shippedKey(of: packet) == vector.string("dedup_id"))
        #expect(try MessageIdentity.gossip(of: packet) == vector.bytes("gossip_id"))
        #expect((packet.type != .fragment) == (try vector.bool("should_deduplicate")))
    }

    private func expectMessageName(_ vector: VectorCase) throws {
        let name = MessageIdentity.publicMessage(
            sender: try #require(PeerID(vector.string("sender"))),
            timestamp: Timestamp(milliseconds: try vector.unsigned("timestamp")), text: try vector.string("content"))
        #expect(name == (try vector.string("id")))
    }
}

extension MeshIdentity {
    /// The keys that a vector gives.
    init(reference vector: VectorCase) throws {
        let noiseKey = try vector.bytes("noise_static_private")
        let seed = try vector.bytes("ed25519_seed")
        self.init(
            noiseKey: try X25519.PrivateKey(SecretBytes(copying: noiseKey.span)),
            signingKey: try Ed25519.PrivateKey(seed: SecretBytes(copying: seed.span)))
    }
}

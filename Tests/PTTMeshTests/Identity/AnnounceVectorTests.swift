import PTTCrypto
import PTTMesh
import PTTTestSupport
import PTTWire
import Testing

@Suite("Announces against the reference implementation")
struct AnnounceVectorTests {
    @Test("Each case encodes, decodes or is refused as there", arguments: try VectorFile("announces").cases)
    func agrees(_ vector: VectorCase) throws {
        switch try vector.string("op") {
        case "encode_decode": try expectRoundTrip(vector)
        case "encode_reject":
            let announce = try Announce(reference: vector)
            #expect(throws: PayloadError.self) { try announce.encoded() }
        case "decode": try expectVerdict(vector)
        case let operation: Issue.record("unknown operation \(operation)")
        }
    }

    private func expectRoundTrip(_ vector: VectorCase) throws {
        let payload = try vector.bytes("payload")
        #expect(try Announce(reference: vector).encoded() == payload)
        try expect(Announce(decoding: payload[...]), is: vector.object("decoded"))

        let packet = try Packet(decoding: vector.bytes("packet_hex"))
        #expect(packet.signingBytes() == (try vector.bytes("signing_bytes")))
        #expect(packet.flags.contains(.isCompressed) == (try vector.bool("compressed")))
        let announce = try AnnounceVerification.preflight(
            packet, local: PeerID(rawValue: 1), now: Timestamp(milliseconds: try vector.unsigned("timestamp")))
        #expect(throws: Never.self) { try AnnounceVerification.verify(packet, saying: announce, against: nil) }
        try expectOurSignatureFits(vector, payload: payload)
    }

    private func expectOurSignatureFits(_ vector: VectorCase, payload: [UInt8]) throws {
        let identity = try MeshIdentity(reference: vector.object("identity"))
        var draft = PacketDraft(
            .announce, from: identity.peerID, at: Timestamp(milliseconds: try vector.unsigned("timestamp")),
            payload: payload[...])
        draft.signature = identity.signingKey.signature(for: try draft.signingBytes())
        let packet = try Packet(decoding: draft.encoded(padded: false))
        #expect(AnnounceVerification.isSigned(packet, by: identity.signingKey.publicKey.bytes[...]))
    }

    private func expectVerdict(_ vector: VectorCase) throws {
        let payload = try vector.bytes("payload")
        guard try vector.bool("accept") else {
            #expect(throws: PayloadError.self) { try Announce(decoding: payload[...]) }
            return
        }
        try expect(Announce(decoding: payload[...]), is: vector.object("decoded"))
    }

    private func expect(_ announce: Announce, is reference: VectorCase) throws {
        #expect(Array(announce.nickname.utf8) == (try reference.bytes("nickname_utf8_hex")))
        #expect(Array(announce.noiseKey) == (try reference.bytes("noise_public_key")))
        #expect(Array(announce.signingKey) == (try reference.bytes("signing_public_key")))
        let neighbors = reference.has("direct_neighbors") ? try reference.strings("direct_neighbors") : []
        #expect(announce.neighbors.map(\.description) == neighbors)
        #expect(announce.capabilities?.rawValue == (try reference.unsignedIfPresent("capabilities")))
        #expect(announce.bridgeGeohash == (try reference.stringIfPresent("bridge_geohash")))
        #expect(PeerID(noiseKey: announce.noiseKey).description == (try reference.string("peer_id")))
        #expect(announce.voice == nil)
    }
}

extension Announce {
    /// The announce that a vector's fields `identity` and `input` describe.
    init(reference vector: VectorCase) throws {
        let identity = try vector.object("identity")
        let input = try vector.object("input")
        self.init(
            nickname: try input.string("nickname"), noiseKey: try identity.bytes("noise_static_public")[...],
            signingKey: try identity.bytes("ed25519_public")[...])
        let neighbors = input.has("direct_neighbors") ? try input.byteStrings("direct_neighbors") : []
        // A neighbour that is not eight bytes cannot be said in this module's types; there, it makes the list vanish.
        self.neighbors = neighbors.allSatisfy { $0.count == 8 } ? neighbors.compactMap { PeerID(wire: $0) } : []
        capabilities = try input.unsignedIfPresent("capabilities").map(Capabilities.init(rawValue:))
        bridgeGeohash = try input.stringIfPresent("bridge_geohash")
    }
}

import PTTCrypto
import PTTMesh
import PTTTestSupport
import PTTWire
import Testing

@Suite("Packets against the reference implementation")
struct PacketVectorTests {
    @Test("Each case encodes, decodes or is refused as there", arguments: try VectorFile("packets").cases)
    func agrees(_ vector: VectorCase) throws {
        switch try vector.string("op") {
        case "encode_decode": try expectRoundTrip(vector)
        case "encode_reject": expectUnbuildable(vector)
        case "encode_hash": try expectLargeFrame(vector)
        case "decode": try expectVerdict(vector)
        case let operation: Issue.record("unknown operation \(operation)")
        }
    }

    private func expectRoundTrip(_ vector: VectorCase) throws {
        let frame = try vector.bytes("hex")
        let draft = try PacketDraft(reference: vector.object("packet"))
        let encoded = try draft.encoded(padded: vector.bool("padding"))
        if try vector.bool("encode_exact") { #expect(encoded == frame) }
        #expect(frame[PacketLayout.flagsOffset] == UInt8(try vector.integer("flags")))

        let packet = try Packet(decoding: frame)
        try expect(packet, is: vector.object("decoded"))
        try expect(Packet(decoding: encoded), is: vector.object("decoded"))
        #expect(packet.flags.contains(.isCompressed) == (try vector.bool("compressed")))

        let signed = try vector.bytes("signing_bytes")
        #expect(packet.signingBytes() == signed)
        if try vector.bool("encode_exact") { #expect(try draft.signingBytes() == signed) }
        if let valid = try vector.boolIfPresent("signature_valid") {
            #expect(AnnounceVerification.isSigned(packet, by: try vector.bytes("signing_public")[...]) == valid)
        }
    }

    private func expectUnbuildable(_ vector: VectorCase) {
        #expect(throws: (any Error).self) {
            try PacketDraft(reference: vector.object("packet"), longPayload: vector)
                .encoded(padded: vector.bool("padding"))
        }
    }

    private func expectLargeFrame(_ vector: VectorCase) throws {
        let draft = try PacketDraft(reference: vector.object("packet"), longPayload: vector)
        let frame = try draft.encoded(padded: vector.bool("padding"))
        #expect(frame.count == (try vector.integer("length")))
        #expect(frame.starts(with: try vector.bytes("header_hex")))
        #expect(SHA256.digest(of: frame).bytes == (try vector.bytes("sha256")))
        #expect(try Packet(decoding: frame).payload() == draft.payload)
    }

    private func expectVerdict(_ vector: VectorCase) throws {
        let frame = try vector.bytes("hex")
        // A note that begins so marks what the reference does and no node should do: here, cutting a DEFLATE stream.
        let isQuirk = try vector.stringIfPresent("note").map { $0.hasPrefix("QUIRK") || $0.hasPrefix("UPSTREAM") }
        guard try vector.bool("accept"), isQuirk != true else {
            #expect(throws: PacketError.self) { try Packet(decoding: frame).payload() }
            return
        }
        try expect(Packet(decoding: frame), is: vector.object("decoded"))
    }

    private func expect(_ packet: Packet, is reference: VectorCase) throws {
        #expect(Int(packet.version.rawValue) == (try reference.integer("version")))
        #expect(Int(packet.typeByte) == (try reference.integer("type")))
        #expect(Int(packet.timeToLive) == (try reference.integer("ttl")))
        #expect(packet.timestamp.milliseconds == (try reference.timestamp()))
        #expect(packet.sender == PeerID(wire: try reference.bytes("sender")))
        #expect(packet.recipient == (try reference.bytesIfPresent("recipient")).flatMap { PeerID(wire: $0) })
        let route = reference.has("route") ? try reference.byteStrings("route") : []
        #expect(packet.route == route.compactMap { PeerID(wire: $0) })
        #expect(packet.flags.contains(.isSyncAnswer) == (try reference.bool("is_rsr")))
        #expect(try packet.payload() == reference.bytes("payload")[...])
        #expect(packet.signature.map { Array($0) } == (try reference.bytesIfPresent("signature")))
    }
}

struct UnspeakablePacket: Error {}

extension VectorCase {
    /// The decimal form of a timestamp may be beyond what JSON keeps.
    func timestamp() throws -> UInt64 {
        try UInt64(string("timestamp_be_hex"), radix: 16) ?? unsigned("timestamp")
    }
}

extension PacketDraft {
    /// Builds the packet that a vector describes.
    ///
    /// - Throws: ``UnspeakablePacket`` for a version or an ID that the types of this module cannot say.
    init(reference: VectorCase, longPayload: VectorCase? = nil) throws {
        let payload = try longPayload?.integerIfPresent("payload_length").map(Self.longPayload)
        guard let version = PacketVersion(rawValue: UInt8(try reference.integer("version"))),
            let sender = PeerID(wire: try reference.bytes("sender"))
        else { throw UnspeakablePacket() }
        self.init(
            typeByte: UInt8(try reference.integer("type")), from: sender,
            to: try reference.bytesIfPresent("recipient").flatMap { PeerID(wire: $0) },
            at: Timestamp(milliseconds: try reference.timestamp()),
            payload: try (payload ?? reference.bytes("payload"))[...])
        self.version = version
        timeToLive = UInt8(try reference.integer("ttl"))
        isSyncAnswer = try reference.bool("is_rsr")
        signature = try reference.bytesIfPresent("signature")
        if reference.has("route") {
            route = try reference.byteStrings("route").map { hop in
                guard let id = PeerID(wire: hop) else { throw UnspeakablePacket() }
                return id
            }
        }
    }

    /// The payload that the field `payload_rule` of large cases describes.
    private static func longPayload(_ length: Int) -> [UInt8] {
        (0..<length).map { UInt8(truncatingIfNeeded: $0 * 167 + ($0 >> 8)) }
    }
}

import PTTCrypto
import PTTMesh
import PTTTestSupport
import Testing

@Suite("Files against the reference implementation")
struct FileVectorTests {
    @Test("Each case encodes, decodes or is refused as there", arguments: try VectorFile("file_packets").cases)
    func agrees(_ vector: VectorCase) throws {
        switch try vector.string("op") {
        case "encode_decode": try expectRoundTrip(vector)
        case "encode_hash": try expectLargeFile(vector)
        case "encode_reject":
            let file = try FilePacket(reference: vector.object("input"))
            #expect(throws: FileError.self) { try file.encoded() }
        case "decode": try expect(vector.bytes("hex"), isReadAs: vector)
        case "stable_id": try expectStableID(vector)
        case let operation: Issue.record("unknown operation \(operation)")
        }
    }

    private func expectRoundTrip(_ vector: VectorCase) throws {
        let encoded = try FilePacket(reference: vector.object("input")).encoded()
        #expect(encoded == (try vector.bytes("hex")))
        try expect(encoded, isReadAs: vector)
    }

    private func expectLargeFile(_ vector: VectorCase) throws {
        let file = try FilePacket(reference: vector.object("input"))
        let encoded = try file.encoded()
        #expect(encoded.starts(with: try vector.bytes("prefix")))
        #expect(encoded.count == (try vector.integer("length")))
        #expect(SHA256.digest(of: encoded).bytes == (try vector.bytes("sha256")))
        #expect(try FilePacket(decoding: encoded[...]).content == file.content)
    }

    private func expect(_ bytes: [UInt8], isReadAs vector: VectorCase) throws {
        guard vector.has("decoded") else {
            #expect(throws: FileError.self) { try FilePacket(decoding: bytes[...]) }
            return
        }
        let decoded = try vector.object("decoded")
        let file = try FilePacket(decoding: bytes[...])
        #expect(file.name == (try decoded.stringIfPresent("file_name")))
        #expect(file.size == (try decoded.integer("file_size")))
        #expect(file.mimeType == (try decoded.stringIfPresent("mime_type")))
        #expect(Array(file.content) == (try decoded.bytes("content")))
    }

    private func expectStableID(_ vector: VectorCase) throws {
        let sender = try #require(PeerID(try vector.string("sender")))
        let recipient = try #require(PeerID(try vector.string("recipient")))
        let id = MessageIdentity.privateFile(from: sender, to: recipient, named: try vector.string("file_name"))
        #expect(id == (try vector.stringIfPresent("id")))
    }
}

extension FilePacket {
    init(reference input: VectorCase) throws {
        let length = try input.integer("content_length")
        // The content of large cases is one byte, repeated.
        let content = try input.bytesIfPresent("content") ?? [UInt8](repeating: 0xAB, count: length)
        self.init(
            name: try input.stringIfPresent("file_name"), mimeType: try input.stringIfPresent("mime_type"),
            content: content[...], claimedSize: try input.integerIfPresent("file_size"))
    }
}

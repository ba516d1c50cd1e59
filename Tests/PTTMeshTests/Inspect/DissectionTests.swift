import PTTMesh
import PTTTestSupport
import PTTWire
import Testing

@Suite("Taking bytes apart for a person")
struct DissectionTests {
    @Test("The fields of every packet that decodes stand side by side and cover all its bytes")
    func fieldsCoverPackets() throws {
        var covered = 0
        for vector in try VectorFile("packets").cases where vector.has("hex") && vector.has("decoded") {
            let bytes = try vector.bytes("hex")
            guard (try? Packet(decoding: bytes).payload()) != nil else { continue }
            let dissection = Dissection(packet: bytes)
            // A payload may be refused where the packet around it is not.
            guard dissection.problem == nil else { continue }
            covered += 1
            try expectCoverage(of: bytes[...], by: dissection.fields, label: vector.label)
        }
        #expect(covered > 0)
    }

    @Test("Every packet that is refused has a reason, and an offset within the bytes")
    func refusedPacketsHaveReasons() throws {
        for vector in try VectorFile("packets").cases where vector.has("accept") {
            let bytes = try vector.bytes("hex")
            guard try !vector.bool("accept") else { continue }
            let problem = try #require(Dissection(bytes).problem, "\(vector.label)")
            #expect(!problem.reason.isEmpty)
            #expect(0...bytes.count ~= problem.offset, "\(vector.label)")
        }
    }

    @Test("The fields of every burst packet that decodes cover all its bytes; the others have a reason")
    func fieldsCoverBursts() throws {
        for vector in try VectorFile("bursts").cases where vector.has("hex") {
            let bytes = try vector.bytes("hex")
            let dissection = Dissection(burst: bytes)
            if (try? BurstPacket(decoding: bytes[...])) != nil {
                #expect(dissection.problem == nil, "\(vector.label)")
                try expectCoverage(of: bytes[...], by: dissection.fields, label: vector.label)
            } else {
                #expect(dissection.problem != nil, "\(vector.label)")
            }
        }
    }

    @Test("An announce shows its name, its keys' IDs and whether its signature fits")
    func announceIsReadable() throws {
        let vector = try #require(try VectorFile("announces").cases.first { $0.has("packet_hex") })
        var bytes = try vector.bytes("packet_hex")
        let dissection = Dissection(bytes)
        #expect(dissection.subject == .packet)
        #expect(dissection.problem == nil)
        let payload = try #require(dissection.field("payload"))
        let nickname = try vector.object("decoded").string("nickname")
        #expect(payload.fields.first { $0.name == "nickname" }?.meaning == "“\(nickname)”")
        #expect(payload.fields.contains { $0.name == "ID of the key" && $0.meaning.hasSuffix("the sender's") })
        #expect(dissection.field("signature")?.meaning == "Ed25519, fits the key announced")

        bytes[bytes.count - 1] ^= 1
        #expect(Dissection(bytes).field("signature")?.meaning == "Ed25519, does not fit the key announced")
    }

    @Test("A cut announce names the tag at fault and where it begins")
    func cutAnnounce() throws {
        var draft = PacketDraft(
            .announce, from: PeerID(rawValue: 7), at: Timestamp(milliseconds: 1_700_000_000_000),
            payload: [0x01, 0x02, 0x68, 0x69, 0x02, 0x20, 0x00])
        draft.version = .v1
        let problem = try #require(Dissection(draft.encoded(padded: false)).problem)
        #expect(problem.offset == 22 + 4)
        #expect(problem.reason == "the value of tag 0x02 runs 31 bytes past the end")
    }

    @Test("A padded Noise packet shows counter, inner size and padding")
    func noisePacket() throws {
        let frame = try PacketDraft(
            .noiseEncrypted, from: PeerID(rawValue: 1), to: PeerID(rawValue: 2),
            at: Timestamp(milliseconds: 951_782_400_123),
            payload: ([0, 0, 0, 9] + [UInt8](repeating: 7, count: 31))[...]
        ).encoded(padded: true)
        let dissection = Dissection(frame)
        #expect(dissection.field("timestamp")?.meaning == "2000-02-29T00:00:00.123Z")
        let payload = try #require(dissection.field("payload"))
        #expect(payload.fields.map(\.name) == ["counter", "ciphertext", "tag"])
        #expect(payload.fields[0].meaning == "9")
        #expect(payload.fields[1].meaning == "15 bytes inside: kind, and a body of 14")
        #expect(dissection.field("padding")?.meaning == "191 bytes, each telling that number")
    }

    @Test("Bytes that are no packet and no burst are explained, whatever they are")
    func anyBytes() {
        var random = SeededGenerator(seed: 1)
        for length in 0..<200 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...3, using: &random) }
            let dissection = Dissection(bytes)
            #expect(dissection.problem == nil || 0...length ~= (dissection.problem?.offset ?? -1))
        }
        #expect(Dissection([]).problem != nil)
    }

    /// The fields, but for those that follow from others, lie end to end over `bytes`, on every level that has parts.
    private func expectCoverage(
        of bytes: ArraySlice<UInt8>, by fields: [DissectedField], label: String
    ) throws {
        let real = fields.filter { !$0.bytes.isEmpty }
        #expect(real.flatMap(\.bytes) == Array(bytes), "\(label)")
        for field in real where field.fields.contains(where: { !$0.bytes.isEmpty }) {
            guard !field.meaning.contains("inflated") else { continue }
            try expectCoverage(of: field.bytes, by: field.fields, label: "\(label) \(field.name)")
        }
    }
}

extension Dissection {
    fileprivate func field(_ name: String) -> DissectedField? {
        fields.first { $0.name == name }
    }
}

import PTTTestSupport
import PTTWire
import Testing

@testable import PTTMesh

@Suite("Knowing a packet again")
struct SeenPacketsTests {
    private func packet(
        payload: [UInt8] = [1, 2, 3], signature: UInt8? = 9, to recipient: PeerID? = nil, timeToLive: UInt8 = 7,
        padded: Bool = false
    ) throws -> Packet {
        var draft = PacketDraft(
            .publicMessage, from: PeerID(rawValue: 5), to: recipient, at: Timestamp(milliseconds: 77),
            payload: payload[...])
        draft.timeToLive = timeToLive
        draft.signature = signature.map { [UInt8](repeating: $0, count: 64) }
        return try Packet(decoding: draft.encoded(padded: padded))
    }

    @Test("The published example of SipHash-2-4 comes out")
    func sipHash() {
        // Aumasson and Bernstein, appendix A: key 00…0f, message 00…0e.
        var hash = KeyedHash(key: (0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908))
        hash.combine(0x0706_0504_0302_0100)
        #expect(hash.finalize(last: 0x0f0e_0d0c_0b0a_0908) == 0xa129_ca61_49be_45e5)
    }

    @Test("TTL and padding do not make another packet; payload, signature and recipient do")
    func whatIsCovered() throws {
        let seen = SeenPackets(capacity: 4, key: (1, 2))
        let one = seen.fingerprint(of: try packet())
        #expect(seen.fingerprint(of: try packet(timeToLive: 1)) == one)
        #expect(seen.fingerprint(of: try packet(padded: true)) == one)
        let others = [
            try packet(payload: [1, 2, 4]), try packet(payload: [1, 2, 3, 0]), try packet(signature: 8),
            try packet(signature: nil), try packet(to: .broadcast), try packet(to: PeerID(rawValue: 1)),
        ].map { seen.fingerprint(of: $0) }
        #expect(!others.contains(one))
        #expect(Set(others).count == others.count)
        #expect(SeenPackets(capacity: 4, key: (3, 2)).fingerprint(of: try packet()) != one)
    }

    @Test("A packet is known for at least a generation, and forgotten after two")
    func generations() {
        var seen = SeenPackets(capacity: 100, key: (1, 2))
        for number in 1...100 { seen.insert(PacketFingerprint(rawValue: UInt64(number) << 32)) }
        #expect((1...100).allSatisfy { seen.contains(PacketFingerprint(rawValue: UInt64($0) << 32)) })
        for number in 101...200 { seen.insert(PacketFingerprint(rawValue: UInt64(number) << 32)) }
        #expect((1...200).allSatisfy { seen.contains(PacketFingerprint(rawValue: UInt64($0) << 32)) })
        for number in 201...300 { seen.insert(PacketFingerprint(rawValue: UInt64(number) << 32)) }
        #expect((1...100).allSatisfy { !seen.contains(PacketFingerprint(rawValue: UInt64($0) << 32)) })
        #expect((101...300).allSatisfy { seen.contains(PacketFingerprint(rawValue: UInt64($0) << 32)) })
    }

    @Test("Telling the same packet again does not push others out")
    func repeats() {
        var seen = SeenPackets(capacity: 2, key: (1, 2))
        seen.insert(PacketFingerprint(rawValue: 1))
        for _ in 0..<10 { seen.insert(PacketFingerprint(rawValue: 2)) }
        #expect(seen.contains(PacketFingerprint(rawValue: 1)))
    }

    @Test("Asking and telling allocates nothing", .enabled(if: allocationsAreCounted))
    func allocatesNothing() throws {
        var seen = SeenPackets(capacity: 64, key: (1, 2))
        let packet = try packet()
        seen.insert(seen.fingerprint(of: packet))
        let count = allocationCount {
            for number in 1...500 {
                let fingerprint = PacketFingerprint(rawValue: seen.fingerprint(of: packet).rawValue &+ UInt64(number))
                if !seen.contains(fingerprint) { seen.insert(fingerprint) }
            }
        }
        #expect(count == 0)
    }
}

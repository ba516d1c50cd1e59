import PTTCrypto
import PTTMesh
import PTTTestSupport
import PTTWire
import Testing

@Suite("Hostile frames are counted, and sessions survive them")
final class MeshHostileTests {
    private let mesh = SimulatedMesh(seed: 11)
    private let alice: Int
    private let bob: Int

    init() {
        alice = mesh.add("Alice")
        bob = mesh.add("Bob")
        mesh.connect(alice, bob)
        mesh.run(for: .seconds(2))
    }

    private var statistics: MeshStatistics { mesh.nodes[bob].engine.statistics }

    private func deliver(_ frame: [UInt8]) throws {
        mesh.tell(bob, .received(frame, from: try #require(mesh.link(of: bob, to: alice))))
    }

    /// A genuine voice frame of Alice's that has not reached Bob.
    private func undelivered() throws -> [UInt8] {
        mesh.disconnect(alice, bob, isNoticed: false)
        mesh.clearTold()
        mesh.tell(alice, .voiceReady([1, 2, 3], to: mesh.id(bob)))
        return try #require(mesh.nodes[alice].sent.last?.frame)
    }

    private func expectSessionSurvives() {
        mesh.connect(alice, bob)
        mesh.run(for: .seconds(1))
        mesh.clearTold()
        mesh.tell(alice, .textEntered("still here", id: "s", to: mesh.id(bob)))
        mesh.run(for: .seconds(1))
        #expect(mesh.nodes[bob].texts == ["still here"])
        #expect(mesh.nodes[alice].openedSessions.isEmpty)
    }

    private func frame(
        _ type: PacketType, from sender: PeerID? = nil, to recipient: PeerID?, payload: [UInt8], age: Int64 = 0
    ) throws -> [UInt8] {
        let now = Int64(mesh.clock(of: bob).timestamp.milliseconds)
        return try PacketDraft(
            type, from: sender ?? mesh.id(alice), to: recipient, at: Timestamp(milliseconds: UInt64(now - age)),
            payload: payload[...]
        ).encoded(padded: false)
    }

    @Test("Ciphertext that nobody sealed is forged; the genuine one still opens")
    func forged() throws {
        let genuine = try undelivered()
        let link = LinkID(rawValue: 90)
        for index in 34..<54 {
            var forged = genuine
            forged[index] ^= 0x80
            mesh.tell(bob, .received(forged, from: link))
        }
        #expect(statistics[.forgedMessage] == 20)
        #expect(mesh.nodes[bob].voice.isEmpty)
        mesh.tell(bob, .received(genuine, from: link))
        #expect(mesh.nodes[bob].voice.count == 1)
        expectSessionSurvives()
    }

    @Test("A message that comes again is a duplicate; with another stamp it is a replay")
    func replayed() throws {
        let genuine = try undelivered()
        let link = LinkID(rawValue: 90)
        mesh.tell(bob, .received(genuine, from: link))
        mesh.tell(bob, .received(genuine, from: link))
        #expect(statistics[.duplicate] == 1)
        var stamped = genuine
        stamped[10] ^= 1
        mesh.tell(bob, .received(stamped, from: link))
        #expect(statistics[.replayedMessage] == 1)
        #expect(mesh.nodes[bob].voice.count == 1)
        expectSessionSurvives()
    }

    @Test("Frames cut anywhere are malformed, or forged where the cut leaves a packet")
    func truncated() throws {
        let genuine = try undelivered()
        for length in 0..<genuine.count {
            mesh.tell(bob, .received(Array(genuine.prefix(length)), from: LinkID(rawValue: 90)))
        }
        let unpadded = try Packet(decoding: genuine).end
        #expect(statistics[.malformedPacket] == unpadded)
        #expect(mesh.nodes[bob].voice.count == 1)
        expectSessionSurvives()
    }

    @Test("Frames beyond the limit are not even read")
    func oversized() throws {
        let limit = mesh.nodes[bob].engine.limits.frameBytes
        try deliver([UInt8](repeating: 1, count: limit + 1))
        #expect(statistics[.oversizedFrame] == 1)
        expectSessionSurvives()
    }

    @Test("A stranger's frames in our name come back to nobody")
    func looped() throws {
        try deliver(frame(.noiseEncrypted, from: mesh.id(bob), to: mesh.id(alice), payload: [1]))
        #expect(statistics[.looped] == 1)
    }

    @Test("Handshakes for everybody, unknown types, and stale strangers are refused by name")
    func misaddressed() throws {
        try deliver(frame(.noiseHandshake, to: nil, payload: [UInt8](repeating: 1, count: 32)))
        try deliver(frame(.noiseEncrypted, to: .broadcast, payload: [UInt8](repeating: 1, count: 32)))
        #expect(statistics[.misaddressed] == 2)
        try deliver(frame(.fileTransfer, to: mesh.id(bob), payload: [1]))
        #expect(statistics[.unexpectedType] == 1)
        try deliver(
            frame(
                .noiseEncrypted, from: PeerID(rawValue: 9), to: mesh.id(bob), payload: [UInt8](repeating: 1, count: 40),
                age: 121_000))
        #expect(statistics[.wrongClock] == 1)
        expectSessionSurvives()
    }

    @Test("Forged handshakes, however many, neither end nor mute the session")
    func forgedHandshakes() throws {
        var random = SeededGenerator(seed: 1)
        for length in [0, 1, 31, 32, 33, 64, 96, 128, 2048, 3000] {
            for _ in 0..<40 {
                let payload = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
                try deliver(frame(.noiseHandshake, to: mesh.id(bob), payload: payload))
                mesh.run(for: .milliseconds(1))
            }
        }
        #expect(statistics[.handshakeFailed] > 0)
        mesh.disconnect(alice, bob, isNoticed: false)
        mesh.connect(alice, bob)
        mesh.run(for: .seconds(1))
        mesh.tell(alice, .textEntered("through", id: "t", to: mesh.id(bob)))
        mesh.run(for: .seconds(1))
        #expect(mesh.nodes[bob].texts == ["through"])
        mesh.run(for: .seconds(120))
        mesh.tell(bob, .textEntered("and back", id: "u", to: mesh.id(alice)))
        mesh.run(for: .seconds(1))
        #expect(mesh.nodes[alice].texts == ["and back"])
    }

    @Test("Whoever proves another key than the one its ID stands for gets no session")
    func wrongKey() throws {
        let (victim, mallory) = (MeshIdentity.seeded(500), MeshIdentity.seeded(600))
        var handshake = NoiseHandshake(role: .initiator, staticKey: mallory.noiseKey)
        mesh.clearTold()
        try deliver(frame(.noiseHandshake, from: victim.peerID, to: mesh.id(bob), payload: handshake.writeMessage()))
        let answer = try Packet(decoding: #require(mesh.nodes[bob].sent.last?.frame))
        let second = try answer.payload()
        _ = try handshake.readMessage(second.span)
        try deliver(frame(.noiseHandshake, from: victim.peerID, to: mesh.id(bob), payload: handshake.writeMessage()))
        #expect(statistics[.handshakeWrongIdentity] == 1)
        #expect(!mesh.nodes[bob].hasSession(with: victim.peerID))
        #expect(mesh.nodes[bob].openedSessions.isEmpty)
        expectSessionSurvives()
    }

    @Test("Made-up addresses keep no neighbour out")
    func madeUpLinks() throws {
        for number: UInt32 in 1000..<1500 { mesh.tell(bob, .received([9], from: LinkID(rawValue: number))) }
        #expect(statistics[.tooManyLinks] == 0)
        let carol = mesh.add("Carol")
        mesh.connect(bob, carol)
        mesh.run(for: .seconds(2))
        #expect(mesh.nodes[bob].hasSession(with: mesh.id(carol)))
        expectSessionSurvives()
    }

    @Test("A peer that floods its session takes nothing from another's voice")
    func floodingPeer() {
        let carol = mesh.add("Carol")
        mesh.connect(bob, carol)
        mesh.run(for: .seconds(2))
        mesh.clearTold()
        for _ in 0..<100 {
            for _ in 0..<40 { mesh.tell(carol, .voiceReady([0], to: mesh.id(bob))) }
            mesh.tell(alice, .voiceReady([1], to: mesh.id(bob)))
            mesh.run(for: .milliseconds(20))
        }
        #expect(mesh.nodes[bob].voice.filter { $0.sender == mesh.id(alice) }.count >= 99)
        #expect(statistics[.messageRateLimited] > 2000)
    }

    @Test("Ciphertext of strangers begins few handshakes, whatever IDs they make up")
    func strangersCiphertext() throws {
        mesh.clearTold()
        for number: UInt64 in 1...200 {
            try deliver(
                frame(
                    .noiseEncrypted, from: PeerID(rawValue: number), to: mesh.id(bob),
                    payload: [UInt8](repeating: 1, count: 40)))
        }
        #expect(statistics[.noSession] == 200)
        #expect(mesh.nodes[bob].sent.filter { $0.frame[1] == PacketType.noiseHandshake.rawValue }.count == 10)
        let carol = mesh.add("Carol")
        mesh.connect(bob, carol)
        mesh.run(for: .seconds(3))
        #expect(mesh.nodes[bob].hasSession(with: mesh.id(carol)))
    }

    @Test("Random frames and damaged genuine ones change nothing", arguments: 1...20 as ClosedRange<UInt64>)
    func random(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let samples = mesh.nodes[alice].sent.map(\.frame)
        for _ in 0..<300 {
            var frame = samples.randomElement(using: &random) ?? []
            for _ in 0..<Int.random(in: 1...8, using: &random) where !frame.isEmpty {
                frame[Int.random(in: 0..<frame.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if random.nextEvent(probability: 0.2) {
                frame = Array(frame.prefix(Int.random(in: 0...frame.count, using: &random)))
            }
            try deliver(frame)
        }
        mesh.run(for: .seconds(30))
        mesh.clearTold()
        mesh.tell(alice, .textEntered("alive", id: "s", to: mesh.id(bob)))
        mesh.run(for: .seconds(5))
        #expect(mesh.nodes[bob].texts == ["alive"])
    }

    @Test("One reason is told once a second, with the number of those in between")
    func reports() throws {
        mesh.clearTold()
        for _ in 0..<100 { try deliver([9]) }
        mesh.run(for: .seconds(1))
        try deliver([9])
        let counts = mesh.nodes[bob].told.compactMap { effect -> Int? in
            if case .report(.refused(.malformedPacket, let count, sender: nil, link: _)) = effect { count } else { nil }
        }
        #expect(counts == [1, 100])
    }
}

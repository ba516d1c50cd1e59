import PTTCrypto
import PTTMesh
import PTTTestSupport
import PTTWire
import Testing

@Suite("Two nodes talk")
final class MeshConversationTests {
    private let mesh = SimulatedMesh()
    private let alice: Int
    private let bob: Int

    init() {
        alice = mesh.add("Alice")
        bob = mesh.add("Bob")
    }

    private var nodes: [SimulatedMesh.Node] { mesh.nodes }

    private func connected() -> Bool {
        mesh.connect(alice, bob)
        return mesh.run(atMost: .seconds(2)) {
            nodes[alice].hasSession(with: mesh.id(bob)) && nodes[bob].hasSession(with: mesh.id(alice))
        }
    }

    @Test("They find one another, learn names and abilities, and open a session without being asked")
    func discovery() throws {
        #expect(connected())
        let peer = try #require(nodes[alice].peer(mesh.id(bob)))
        #expect(peer.nickname == "Bob")
        #expect(peer.isConnected && peer.isReachable && peer.hasSession && peer.speaksExtension && peer.reportsBursts)
        #expect(peer.codecs == [.opus])
        #expect(peer.fingerprint == nodes[bob].engine.identity.fingerprint)
        #expect(nodes[alice].openedSessions == [mesh.id(bob)])
        #expect(nodes[bob].openedSessions == [mesh.id(alice)])
        #expect(nodes[alice].engine.statistics.refusals == [:])
    }

    @Test("Both prove their signing keys inside the session, and ask to keep them")
    func proof() throws {
        #expect(connected())
        mesh.run(for: .seconds(1))
        let kept = try #require(nodes[alice].pinned.last { $0.id == mesh.id(bob) })
        #expect(kept.isProven)
        #expect(kept.signingKey == nodes[bob].engine.identity.signingKey.publicKey.bytes)
        #expect(kept.noiseKey == nodes[bob].engine.identity.noiseKey.publicKey.bytes)
    }

    @Test("A text arrives once, is confirmed at once, and is read when its reader says so")
    func text() {
        #expect(connected())
        mesh.tell(alice, .textEntered("hello", id: "1", to: mesh.id(bob)))
        mesh.run(for: .seconds(1))
        #expect(nodes[bob].texts == ["hello"])
        #expect(nodes[alice].progress(of: "1") == [.sent, .delivered])
        mesh.tell(bob, .textRead(id: "1", from: mesh.id(alice)))
        mesh.run(for: .seconds(20))
        #expect(nodes[alice].progress(of: "1") == [.sent, .delivered, .read])
        #expect(nodes[bob].texts == ["hello"])
    }

    @Test("A text entered before the peer is there waits for it")
    func waitingText() {
        mesh.tell(alice, .textEntered("early", id: "1", to: mesh.id(bob)))
        mesh.run(for: .seconds(30))
        #expect(nodes[alice].progress(of: "1") == [.queued])
        mesh.connect(alice, bob)
        mesh.run(for: .seconds(3))
        #expect(nodes[bob].texts == ["early"])
        #expect(nodes[alice].progress(of: "1") == [.queued, .sent, .delivered])
    }

    @Test("A text whose peer never comes is given up")
    func expiredText() {
        mesh.tell(alice, .textEntered("early", id: "1", to: mesh.id(bob)))
        mesh.run(for: .seconds(3700))
        #expect(nodes[alice].progress(of: "1") == [.queued, .failed(.expired)])
    }

    @Test("A text that is too long, or one too many, is refused at once")
    func refusedTexts() {
        mesh.tell(alice, .textEntered(String(repeating: "x", count: 256), id: "long", to: mesh.id(bob)))
        #expect(nodes[alice].progress(of: "long") == [.failed(.tooLong(bytes: 256))])
        for number in 0...32 { mesh.tell(alice, .textEntered("x", id: "\(number)", to: mesh.id(bob))) }
        #expect(nodes[alice].progress(of: "31") == [.queued])
        #expect(nodes[alice].progress(of: "32") == [.failed(.queueFull)])
    }

    @Test("Voice arrives as it was sent, live, and its listener's report comes back")
    func voice() throws {
        #expect(connected())
        let packets = (0..<50).map { number in
            BurstPacket(
                burst: BurstID(rawValue: 7), sequence: UInt16(number),
                body: number == 0 ? .start(BurstHeader(codec: .opus)) : .canceled
            ).encoded()
        }
        for packet in packets {
            mesh.tell(alice, .voiceReady(packet, to: mesh.id(bob)))
            mesh.run(for: .milliseconds(20))
        }
        mesh.run(for: .milliseconds(20))
        #expect(nodes[bob].voice.map { Array($0.content) } == packets)
        #expect(nodes[bob].voice.allSatisfy { $0.isFresh && $0.sender == mesh.id(alice) })
        let frames = nodes[alice].sent.filter { $0.frame[1] == PacketType.noiseEncrypted.rawValue }
        #expect(frames.allSatisfy { $0.frame.count == 256 && $0.link != nil })

        let report = BurstReport(
            burst: BurstID(rawValue: 7), stage: .heardLive, packetsReceived: 50, packetsExpected: 50, framesConcealed: 1
        )
        mesh.tell(bob, .burstHeard(report, from: mesh.id(alice)))
        mesh.run(for: .milliseconds(20))
        #expect(nodes[alice].reports == [report])
    }

    @Test("Voice without a session is dropped and reported, and opens one")
    func voiceWithoutSession() {
        mesh.connect(alice, bob, PathImpairments(delay: .milliseconds(50)...(.milliseconds(50))))
        mesh.tell(alice, .voiceReady([1, 2, 3], to: mesh.id(bob)))
        #expect(
            nodes[alice].told.contains {
                if case .report(.voiceWithoutSession(mesh.id(bob))) = $0 { true } else { false }
            })
        #expect(mesh.run(atMost: .seconds(1)) { nodes[alice].hasSession(with: mesh.id(bob)) })
        #expect(nodes[bob].voice.isEmpty)
    }

    @Test("A wanted session with nobody there fails at once; with nobody answering, after its attempts")
    func failedSessions() {
        mesh.tell(alice, .sessionWanted(mesh.id(bob)))
        #expect(failures(alice) == [.unreachable])
        mesh.connect(alice, bob)
        mesh.setRunning(false, bob)
        mesh.tell(alice, .sessionWanted(mesh.id(bob)))
        mesh.run(for: .seconds(60))
        #expect(failures(alice) == [.unreachable, .timedOut])
    }

    private func failures(_ node: Int) -> [SessionFailure] {
        nodes[node].told.compactMap { if case .sessionFailed(_, let failure) = $0 { failure } else { nil } }
    }

    @Test("A goodbye makes the peer leave at once; a link that goes down leaves it unconnected")
    func leaving() {
        #expect(connected())
        mesh.tell(bob, .stopping)
        mesh.run(for: .milliseconds(20))
        #expect(nodes[alice].left == [mesh.id(bob)])
        #expect(nodes[alice].peer(mesh.id(bob)) == nil)
        mesh.disconnect(alice, bob)
        #expect(nodes[bob].peer(mesh.id(alice))?.isConnected == false)
        #expect(nodes[bob].peer(mesh.id(alice))?.isReachable == false)
    }

    @Test("A peer that falls silent is first unreachable, then forgotten")
    func silence() {
        #expect(connected())
        mesh.setRunning(false, bob)
        mesh.run(for: .seconds(70))
        #expect(nodes[alice].peer(mesh.id(bob))?.isConnected == false)
        #expect(nodes[alice].peer(mesh.id(bob))?.isReachable == false)
        mesh.run(for: .seconds(600))
        #expect(nodes[alice].left == [mesh.id(bob)])
    }

    @Test("A new name travels")
    func renaming() {
        #expect(connected())
        mesh.run(for: .seconds(1))
        mesh.tell(bob, .renamed("Robert\u{1B}[2J"))
        mesh.run(for: .seconds(1))
        #expect(nodes[alice].peer(mesh.id(bob))?.nickname == "Robert[2J")
    }

    @Test("Both begin at the same moment and end with one session each, in which both can talk")
    func crossingHandshakes() {
        mesh.connect(alice, bob, PathImpairments(delay: .milliseconds(40)...(.milliseconds(40))))
        mesh.tell(alice, .sessionWanted(mesh.id(bob)))
        mesh.tell(bob, .sessionWanted(mesh.id(alice)))
        mesh.run(for: .seconds(5))
        mesh.tell(alice, .textEntered("from Alice", id: "a", to: mesh.id(bob)))
        mesh.tell(bob, .textEntered("from Bob", id: "b", to: mesh.id(alice)))
        mesh.run(for: .seconds(2))
        #expect(nodes[bob].texts == ["from Alice"])
        #expect(nodes[alice].texts == ["from Bob"])
    }

    @Test("When one side lost its sessions, the text sent into the dead one still arrives, once")
    func restart() {
        #expect(connected())
        mesh.run(for: .seconds(2))
        mesh.restart(bob)
        mesh.clearTold()
        mesh.tell(alice, .textEntered("are you there?", id: "1", to: mesh.id(bob)))
        mesh.run(for: .seconds(15))
        #expect(nodes[bob].texts == ["are you there?"])
        #expect(nodes[alice].progress(of: "1").last == .delivered)
        #expect(nodes[alice].openedSessions == [mesh.id(bob)])
    }

    @Test("Texts arrive over a path that loses a third, each once")
    func lossyTexts() {
        mesh.connect(alice, bob, PathImpairments(delay: .milliseconds(5)...(.milliseconds(50)), loss: 0.33))
        #expect(mesh.run { nodes[alice].hasSession(with: mesh.id(bob)) && nodes[bob].hasSession(with: mesh.id(alice)) })
        for number in 0..<10 { mesh.tell(alice, .textEntered("\(number)", id: "\(number)", to: mesh.id(bob))) }
        mesh.run(for: .seconds(60))
        let texts = nodes[bob].texts
        #expect(Set(texts).count == texts.count)
        #expect(texts.count >= 9)
    }

    @Test("A peer like the shipped ones gets a session when there is something to say, AAC alone, and no reports")
    func plainPeer() throws {
        let plain = mesh.add("Plain") { $0.speaksExtension = false }
        mesh.connect(alice, plain)
        mesh.run(for: .seconds(3))
        let peer = try #require(nodes[alice].peer(mesh.id(plain)))
        #expect(peer.isConnected && !peer.hasSession && !peer.speaksExtension && peer.codecs.isEmpty)
        mesh.tell(alice, .textEntered("hello", id: "1", to: mesh.id(plain)))
        mesh.run(for: .seconds(1))
        #expect(nodes[plain].texts == ["hello"])

        let report = BurstReport(
            burst: BurstID(rawValue: 1), stage: .dropped, packetsReceived: 0, packetsExpected: 0, framesConcealed: 0)
        mesh.tell(alice, .burstHeard(report, from: mesh.id(plain)))
        mesh.run(for: .seconds(1))
        #expect(nodes[plain].reports.isEmpty)
        #expect(nodes[plain].engine.statistics.refusals == [:])
    }
}

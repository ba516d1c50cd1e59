import PTTMesh
import PTTTestSupport
import PTTWire
import Testing

@Suite("Packets of others are handed on")
final class MeshForwardingTests {
    private let mesh = SimulatedMesh(seed: 5)

    private func line(
        _ count: Int, _ impairments: PathImpairments = .init(delay: .milliseconds(5)...(.milliseconds(5)))
    ) -> [Int] {
        let nodes = (0..<count).map { mesh.add("node \($0)") }
        for (left, right) in zip(nodes, nodes.dropFirst()) { mesh.connect(left, right, impairments) }
        return nodes
    }

    private func haveSession(_ left: Int, _ right: Int) -> Bool {
        mesh.nodes[left].hasSession(with: mesh.id(right)) && mesh.nodes[right].hasSession(with: mesh.id(left))
    }

    @Test("The ends of a line of three find one another, and voice goes from end to end, live and in order")
    func threeInALine() throws {
        let nodes = line(3)
        mesh.run(for: .seconds(3))
        let far = try #require(mesh.nodes[nodes[0]].peer(mesh.id(nodes[2])))
        #expect(far.nickname == "node 2" && !far.isConnected && far.isReachable)
        mesh.tell(nodes[0], .sessionWanted(far.id))
        #expect(mesh.run(atMost: .seconds(2)) { haveSession(nodes[0], nodes[2]) })
        mesh.run(for: .seconds(1))

        let begin = mesh.now
        for number: UInt8 in 0..<100 {
            mesh.tell(nodes[0], .voiceReady([UInt8](repeating: number, count: 60), to: far.id))
            mesh.run(for: .milliseconds(20))
        }
        mesh.run(for: .milliseconds(100))
        let voice = mesh.nodes[nodes[2]].voice
        #expect(voice.map { $0.content.first } == (0..<100).map { UInt8($0) })
        #expect(voice.allSatisfy { $0.isFresh })
        #expect(mesh.now - begin < .seconds(3))
        // One neighbour is the recipient, so the node in the middle waits for nobody.
        #expect(mesh.nodes[nodes[1]].engine.statistics.framesForwarded >= 100)
    }

    @Test("Text goes over seven hops, not over eight")
    func reach() {
        let nodes = line(9)
        mesh.run(for: .seconds(20))
        #expect(mesh.nodes[nodes[0]].peer(mesh.id(nodes[7])) != nil)
        #expect(mesh.nodes[nodes[0]].peer(mesh.id(nodes[8])) == nil)
        mesh.tell(nodes[0], .textEntered("far", id: "1", to: mesh.id(nodes[7])))
        mesh.run(for: .seconds(20))
        #expect(mesh.nodes[nodes[7]].texts == ["far"])
        #expect(mesh.nodes[nodes[0]].progress(of: "1").last == .delivered)
    }

    @Test("In a ring each packet ends; everyone takes each text once")
    func ring() {
        let nodes = line(4)
        mesh.connect(nodes[3], nodes[0])
        mesh.run(for: .seconds(5))
        mesh.tell(nodes[0], .textEntered("round", id: "1", to: mesh.id(nodes[2])))
        mesh.run(for: .seconds(2))
        mesh.clearTold()
        mesh.run(for: .seconds(8))
        // Nothing but announces is under way: a few for each of four nodes, each seen once by each.
        let frames = mesh.nodes.reduce(0) { $0 + $1.sent.count }
        #expect(frames < 60)
        #expect(mesh.nodes[nodes[2]].engine.statistics.textsReceived == 1)
    }

    @Test("A forwarder changes the TTL and nothing else")
    func frameIsUntouched() throws {
        let node = mesh.add("Forwarder")
        let (left, right) = (mesh.add("L"), mesh.add("R"))
        mesh.connect(node, left)
        mesh.connect(node, right)
        var draft = PacketDraft(
            .courierEnvelope, from: PeerID(rawValue: 77), to: PeerID(rawValue: 78),
            at: mesh.clock(of: node).timestamp, payload: [UInt8](repeating: 0x20, count: 300)[...])
        draft.version = .v2
        draft.route = [PeerID(rawValue: 5)]
        draft.signature = [UInt8](repeating: 3, count: 64)
        let frame = try draft.encoded(padded: true)
        mesh.clearTold()
        mesh.tell(node, .received(frame, from: try #require(mesh.link(of: node, to: left))))
        mesh.run(for: .milliseconds(100))
        var expected = frame
        expected[PacketLayout.timeToLiveOffset] = 6
        #expect(mesh.nodes[node].sent.map(\.frame) == [expected])
    }

    @Test("Sync requests, packets at the end of their way, and broadcasts of other kinds stay here")
    func notForwarded() throws {
        let node = mesh.add("Forwarder")
        let (left, right) = (mesh.add("L"), mesh.add("R"))
        mesh.connect(node, left)
        mesh.connect(node, right)
        let link = try #require(mesh.link(of: node, to: left))
        mesh.clearTold()
        func deliver(_ type: PacketType, to recipient: PeerID?, timeToLive: UInt8) throws {
            var draft = PacketDraft(
                type, from: PeerID(rawValue: 77), to: recipient, at: mesh.clock(of: node).timestamp, payload: [1])
            draft.timeToLive = timeToLive
            mesh.tell(node, .received(try draft.encoded(padded: false), from: link))
        }
        try deliver(.syncRequest, to: PeerID(rawValue: 78), timeToLive: 7)
        try deliver(.noiseEncrypted, to: PeerID(rawValue: 78), timeToLive: 1)
        try deliver(.noiseEncrypted, to: PeerID(rawValue: 78), timeToLive: 0)
        try deliver(.publicMessage, to: nil, timeToLive: 7)
        try deliver(.publicMessage, to: .broadcast, timeToLive: 7)
        mesh.run(for: .milliseconds(100))
        #expect(mesh.nodes[node].sent.isEmpty)
        #expect(mesh.nodes[node].engine.statistics[.unexpectedType] == 2)
    }

    @Test("A flood of packets to hand on fills the queue to its end and no further")
    func bounded() throws {
        let node = mesh.add("Forwarder")
        let left = mesh.add("L")
        mesh.connect(node, left)
        let link = try #require(mesh.link(of: node, to: left))
        for number: UInt64 in 0..<1000 {
            let draft = PacketDraft(
                .ping, from: PeerID(rawValue: number), to: PeerID(rawValue: 78),
                at: mesh.clock(of: node).timestamp, payload: [1])
            mesh.tell(node, .received(try draft.encoded(padded: false), from: link))
        }
        #expect(mesh.nodes[node].engine.statistics[.forwardQueueFull] == 1000 - 64)
    }

    @Test("With more than two neighbours, a copy heard from another cancels our own")
    func cancelled() throws {
        let node = mesh.add("Forwarder")
        let others = (0..<3).map { mesh.add("other \($0)") }
        for other in others { mesh.connect(node, other) }
        mesh.run(for: .seconds(2))
        mesh.clearTold()
        let draft = PacketDraft(
            .ping, from: PeerID(rawValue: 77), to: PeerID(rawValue: 78), at: mesh.clock(of: node).timestamp,
            payload: [1])
        var frame = try draft.encoded(padded: false)
        mesh.tell(node, .received(frame, from: try #require(mesh.link(of: node, to: others[0]))))
        frame[PacketLayout.timeToLiveOffset] = 6
        mesh.tell(node, .received(frame, from: try #require(mesh.link(of: node, to: others[1]))))
        mesh.run(for: .milliseconds(100))
        #expect(mesh.nodes[node].engine.statistics.forwardsCancelled == 1)
        #expect(!mesh.nodes[node].sent.contains { $0.frame[1] == PacketType.ping.rawValue })
    }

    @Test("Pings are answered where they came from, so many a second")
    func pings() throws {
        let node = mesh.add("Pinged")
        let left = mesh.add("L")
        mesh.connect(node, left)
        let link = try #require(mesh.link(of: node, to: left))
        mesh.clearTold()
        for nonce: UInt64 in 0..<50 {
            let draft = PacketDraft(
                .ping, from: PeerID(rawValue: 77), to: mesh.id(node), at: mesh.clock(of: node).timestamp,
                payload: Ping(nonce: nonce, originTimeToLive: 7).encoded()[...])
            mesh.tell(node, .received(try draft.encoded(padded: false), from: link))
        }
        let pongs = try mesh.nodes[node].sent.map { try Packet(decoding: $0.frame) }.filter { $0.type == .pong }
        #expect(try pongs.map { try Ping(decoding: $0.payload()).nonce } == Array(0..<10))
        #expect(pongs.allSatisfy { $0.recipient == PeerID(rawValue: 77) })
        #expect(mesh.nodes[node].engine.statistics[.pingRateLimited] == 40)
    }
}

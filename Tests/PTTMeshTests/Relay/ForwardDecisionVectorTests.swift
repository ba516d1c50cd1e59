import PTTMesh
import PTTTestSupport
import PTTWire
import Testing

@Suite("Forwarding decisions against the reference implementation")
struct ForwardDecisionVectorTests {
    @Test("Each case is forwarded with the TTL and the delays of there", arguments: try VectorFile("relay").cases)
    func agrees(_ vector: VectorCase) throws {
        let forwardClass = ForwardClass(
            typeByte: UInt8(try vector.integer("type")),
            recipient: try vector.bytesIfPresent("recipient").flatMap { PeerID(wire: $0) })
        let decision = ForwardDecision(
            try vector.string("kind") == "board_urgent" ? .importantFlood : forwardClass,
            timeToLive: UInt8(try vector.integer("ttl")), degree: try vector.integer("degree"))
        guard !vector.isOurs else {
            try expectEndsHere(vector)
            return
        }
        guard try vector.bool("should_relay") else {
            #expect(decision == nil)
            return
        }
        let forwarded = try #require(decision)
        #expect(Int(forwarded.timeToLive) == (try vector.integer("new_ttl")))
        let delays = try vector.integer("delay_min_ms")...vector.integer("delay_max_ms")
        #expect(forwarded.delayMilliseconds == delays)
    }

    /// Packets from us and for us never come before the rule: the engine takes them.
    private func expectEndsHere(_ vector: VectorCase) throws {
        #expect(try !vector.bool("should_relay"))
        let mesh = SimulatedMesh(seed: 8)
        let node = mesh.add("Forwarder")
        let neighbours = (0..<(try vector.integer("degree"))).map { mesh.add("N\($0)") }
        for neighbour in neighbours { mesh.connect(node, neighbour) }
        mesh.run(for: .seconds(3))
        let link = try #require(mesh.link(of: node, to: neighbours[0]))
        let forwarded = mesh.nodes[node].engine.statistics.framesForwarded
        let isFromUs = try vector.boolIfPresent("sender_is_self") == true
        var draft = PacketDraft(
            typeByte: UInt8(try vector.integer("type")), from: isFromUs ? mesh.id(node) : mesh.id(neighbours[0]),
            to: isFromUs ? nil : mesh.id(node), at: mesh.clock(of: node).timestamp, payload: [1, 2, 3])
        draft.timeToLive = UInt8(try vector.integer("ttl"))
        mesh.tell(node, .received(try draft.encoded(padded: false), from: link))
        mesh.run(for: .seconds(1))
        #expect(mesh.nodes[node].engine.statistics.framesForwarded == forwarded)
    }
}

extension VectorCase {
    fileprivate var isOurs: Bool { has("sender_is_self") || has("recipient_is_self") }
}

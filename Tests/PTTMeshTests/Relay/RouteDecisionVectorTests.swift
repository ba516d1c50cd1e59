import PTTMesh
import PTTTestSupport
import PTTWire
import Testing

@Suite("Source routes against the reference implementation")
struct RouteDecisionVectorTests {
    @Test("Each packet goes where it goes there", arguments: try VectorFile("route_forwarding").cases)
    func agrees(_ vector: VectorCase) throws {
        let frame = try PacketDraft(reference: vector.object("packet")).encoded(padded: false)
        let local = try #require(PeerID(try vector.string("local_peer")))
        let neighbours = try vector.strings("connected").compactMap { PeerID($0) }
        let decision = RouteDecision(try Packet(decoding: frame), local: local, isNeighbour: neighbours.contains)
        switch decision {
        case .flood: #expect(try vector.bool("suppress_flood") == false)
        case .stop:
            #expect(try vector.bool("suppress_flood"))
            #expect(!vector.has("next_hop"))
        case .send(let hop, let timeToLive):
            #expect(hop.description == (try vector.string("next_hop")))
            #expect(Int(timeToLive) == (try vector.integer("forward_ttl")))
        }
    }

    @Test("A route that leads back to its sender or to us is not kept to")
    func noLoops() throws {
        let (sender, local, recipient) = (PeerID(rawValue: 1), PeerID(rawValue: 2), PeerID(rawValue: 3))
        for route in [[sender], [local, local], [local, sender]] {
            var draft = PacketDraft(
                .noiseEncrypted, from: sender, to: recipient, at: Timestamp(milliseconds: 0), payload: [1])
            draft.version = .v2
            draft.route = route
            let packet = try Packet(decoding: draft.encoded(padded: false))
            #expect(RouteDecision(packet, local: local) { _ in true } == .flood)
        }
    }
}

import PTTMesh
import PTTTestSupport
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
        // Packets from us and for us never come before the rule: the engine has taken them.
        let isOurs = try [vector.boolIfPresent("sender_is_self"), vector.boolIfPresent("recipient_is_self")]
        guard isOurs.allSatisfy({ $0 != true }) else { return }
        guard try vector.bool("should_relay") else {
            #expect(decision == nil)
            return
        }
        let forwarded = try #require(decision)
        #expect(Int(forwarded.timeToLive) == (try vector.integer("new_ttl")))
        let delays = try vector.integer("delay_min_ms")...vector.integer("delay_max_ms")
        #expect(forwarded.delayMilliseconds == delays)
    }
}

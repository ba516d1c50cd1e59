import PTTTestSupport
import PTTWire
import Testing

@Suite("Outgoing burst against the reference implementation")
struct OutgoingBurstVectorTests {
    @Test("A held press becomes the reference packets", arguments: try VectorFile("voice_session").cases)
    func agrees(_ vector: VectorCase) throws {
        let configuration = OutgoingBurst.Configuration.asShipped
        var burst = OutgoingBurst(
            burst: try BurstID(bytes: vector.bytes("burst_id")[...]), codec: .aacLC, configuration: configuration)
        let largest = configuration.packetizer.largestFrame
        var packets: [[UInt8]] = []
        for batch in try vector.values("batches") {
            for frame in try batch.byteStrings() {
                let expected: BurstError? =
                    frame.count > largest ? .frameExceedsBudget(length: frame.count, largest: largest) : nil
                #expect(
                    error(of: { () throws(BurstError) in _ = try burst.append(frame.span, into: &packets) }) == expected
                )
            }
            burst.endBatch(into: &packets)
        }
        switch try vector.string("action") {
        case "finish": _ = burst.finish(heldFor: .milliseconds(try vector.integer("elapsed_ms")), into: &packets)
        case "cancel": burst.cancel(into: &packets)
        case let action: Issue.record("unknown action \(action)")
        }
        #expect(packets == (try vector.byteStrings("packets")))
        #expect(try packets.map(kind) == vector.strings("decoded_kinds"))
    }
}

private func kind(of packet: [UInt8]) throws -> String {
    switch try BurstPacket(decoding: packet[...]).body {
    case .start: "start"
    case .data(let frames): "frames\(frames.count)"
    case .end: "end"
    case .canceled: "canceled"
    }
}

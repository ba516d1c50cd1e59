import PTTTestSupport
import PTTWire
import Testing

@Suite("Copies of packets")
struct PacketCopiesTests {
    /// What shipped receivers hold a burst to, every packet counted.
    private static let shippedRate = 6_000
    private static let shippedLargest = 384 * 1024

    private struct Sent {
        var milliseconds: Int
        var content: [UInt8]
    }

    private static func configuration(copyDelay: Duration? = .milliseconds(20)) -> OutgoingBurst.Configuration {
        var configuration = OutgoingBurst.Configuration()
        configuration.copyDelay = copyDelay
        return configuration
    }

    /// AAC frames of `size` bytes, captured in blocks of 10 ms, each a block's end late as from a microphone.
    private func talk(
        frames count: Int, size: Int = 129, configuration: OutgoingBurst.Configuration = configuration()
    ) throws -> [Sent] {
        var burst = OutgoingBurst(burst: BurstID(rawValue: 5), codec: .aacLC, configuration: configuration)
        var sent: [Sent] = []
        var packets: [[UInt8]] = []
        var encoded = 0
        for now in stride(from: 10, through: count * 64 + 9, by: 10) {
            burst.advance(to: .milliseconds(now), into: &packets)
            while encoded < count, (encoded + 1) * 64 <= now {
                var frame = [UInt8](repeating: 7, count: size)
                (frame[0], frame[1]) = (UInt8(encoded >> 8), UInt8(encoded & 0xFF))
                _ = try burst.append(frame.span, into: &packets)
                encoded += 1
            }
            burst.endBatch(into: &packets)
            sent += packets.map { Sent(milliseconds: now, content: $0) }
            packets.removeAll()
        }
        _ = burst.finish(heldFor: .milliseconds(count * 64), into: &packets)
        return sent + packets.map { Sent(milliseconds: count * 64 + 10, content: $0) }
    }

    private func dataSequences(_ sent: [Sent]) throws -> [(sequence: Int, milliseconds: Int)] {
        try sent.compactMap { sent in
            let packet = try BurstPacket(decoding: sent.content[...])
            guard case .data = packet.body else { return nil }
            return (Int(packet.sequence), sent.milliseconds)
        }
    }

    @Test("Each packet is sent again, byte for byte, 20 ms later and before the next one")
    func copiesEach() throws {
        let sent = try talk(frames: 40)
        let data = try dataSequences(sent)
        #expect(data.map(\.sequence) == (1..<40).flatMap { [$0, $0] } + [40])
        for pair in stride(from: 0, to: 78, by: 2) {
            #expect(data[pair + 1].milliseconds - data[pair].milliseconds == 20)
        }
        #expect(try Set(sent.filter { try isData($0.content) }.map(\.content)).count == 40)
    }

    @Test("Without a delay nothing is copied, and neither are START, END and CANCELED")
    func copiesOnlyData() throws {
        let once = try talk(frames: 40, configuration: Self.configuration(copyDelay: nil))
        #expect(try dataSequences(once).map(\.sequence) == Array(1...40))
        let twice = try talk(frames: 40)
        #expect(try twice.filter { try !isData($0.content) }.count == once.filter { try !isData($0.content) }.count)
    }

    @Test("No copy follows END, which would open the burst anew at a shipped listener")
    func endsWithEnd() throws {
        for count in 16..<40 {
            let bodies = try talk(frames: count).map { try BurstPacket(decoding: $0.content[...]).body }
            let end = try #require(bodies.firstIndex { if case .end = $0 { true } else { false } })
            #expect(bodies[end...].allSatisfy { if case .end = $0 { true } else { false } })
        }
    }

    @Test("A burst of any length keeps to what shipped receivers bear", arguments: [129, 150, 192])
    func keepsShippedBounds(size: Int) throws {
        let sent = try talk(frames: 1_875, size: size)
        var bytes = 0
        for packet in sent {
            bytes += packet.content.count
            #expect(bytes <= Self.shippedRate * (packet.milliseconds / 1_000 + 2))
        }
        #expect(bytes <= Self.shippedLargest)
        #expect(try dataSequences(sent).count > 1_875)
    }

    @Test("The first half minute of speech at 16 kbit/s is copied whole")
    func copiesAnOrdinaryPress() throws {
        #expect(try dataSequences(talk(frames: 469)).count >= 2 * 468)
    }

    @Test(
        "Our listener hears a copied burst once, throttles nothing and counts no loss",
        arguments: [(129, 399), (192, 10)])
    func isHeardOnce(size: Int, leastCopies: Int) throws {
        var listener = Listener()
        for packet in try talk(frames: 400, size: size) {
            listener.wait(until: packet.milliseconds)
            try listener.hear(packet.content)
        }
        let summary = try #require(listener.summaries.first)
        #expect(listener.arrivedSequences == Array(1...400))
        #expect(listener.delivered.count == 400)
        #expect(summary.reason == .complete)
        #expect((summary.packetsReceived, summary.packetsLost, summary.packetsThrottled) == (400, 0, 0))
        #expect(summary.packetsDuplicated >= leastCopies)
        #expect(listener.refusals.isEmpty)
    }

    @Test("Of a burst that is sent twice one packet in ten may be lost, and hardly a frame is missing")
    func survivesLoss() throws {
        func missing(_ configuration: OutgoingBurst.Configuration) throws -> Int {
            var random = SeededGenerator(seed: 3)
            var listener = Listener()
            for packet in try talk(frames: 500, configuration: configuration)
            where try !isData(packet.content) || !random.nextEvent(probability: 0.1) {
                listener.wait(until: packet.milliseconds)
                try listener.hear(packet.content)
            }
            listener.wait(until: listener.now + 5_000)
            let summary = try #require(listener.summaries.first)
            #expect(summary.packetsLost == 500 - listener.delivered.count)
            return summary.packetsLost
        }
        #expect(try missing(Self.configuration(copyDelay: nil)) > 30)
        #expect(try missing(Self.configuration()) < 15)
    }

    private func isData(_ content: [UInt8]) throws -> Bool {
        guard case .data = try BurstPacket(decoding: content[...]).body else { return false }
        return true
    }
}

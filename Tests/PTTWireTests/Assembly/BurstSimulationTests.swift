import PTTTestSupport
import PTTWire
import Testing

/// Whole bursts over a path that loses, doubles, delays and reorders; the same in each run.
@Suite("Simulated bursts")
struct BurstSimulationTests {
    struct Setup: Sendable, CustomStringConvertible {
        var description: String
        var codec: VoiceCodec
        var configuration: OutgoingBurst.Configuration
        var impairments: PathImpairments
        /// Added to every sequence number; the first packets are then missed, as by a late joiner.
        var offset: UInt16 = 0

        var isLossless: Bool { impairments.loss == 0 && offset == 0 }
    }

    static let setups: [Setup] = {
        let repeating = OutgoingBurst.Configuration(packetizer: .init(repeatDepth: 3))
        let batching = OutgoingBurst.Configuration(packetizer: .init(batchSize: 3, repeatDepth: 5))
        let mild = PathImpairments(
            delay: .milliseconds(30) ... .milliseconds(130), duplication: 0.3, reordering: 0.05,
            reorderingDelay: .milliseconds(40))
        var lossy = mild
        lossy.loss = 0.2
        var awful = lossy
        awful.loss = 0.6
        awful.reorderingDelay = .milliseconds(900)
        return [
            Setup(
                description: "AAC-LC as shipped, reordered", codec: .aacLC, configuration: .asShipped, impairments: mild
            ),
            Setup(
                description: "AAC-LC as shipped, lossy", codec: .aacLC, configuration: .asShipped, impairments: lossy),
            Setup(
                description: "Opus with repeats, reordered", codec: .opus, configuration: repeating, impairments: mild),
            Setup(description: "Opus with repeats, lossy", codec: .opus, configuration: repeating, impairments: lossy),
            Setup(description: "Opus in batches, lossy", codec: .opus, configuration: batching, impairments: lossy),
            Setup(description: "Opus with repeats, awful", codec: .opus, configuration: repeating, impairments: awful),
            Setup(
                description: "Opus with repeats, wrapping", codec: .opus, configuration: repeating, impairments: lossy,
                offset: 65_450),
        ]
    }()

    @Test("Order, completeness and closing hold", arguments: setups, 0..<12)
    func invariants(_ setup: Setup, seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let talk = try SimulatedTalk(setup, using: &random)
        let arrivals = talk.arrivals(seed: UInt64(seed))
        var listener = Listener()
        for arrival in arrivals {
            listener.wait(until: arrival.time.milliseconds)
            try listener.hear(arrival.payload)
        }
        listener.wait(until: listener.now + 5_000)

        expectFaithful(listener, talk)
        expectClosedOnce(listener)
        if setup.isLossless {
            #expect(listener.delivered.map(\.frame) == talk.frames)
            #expect(listener.summaries.map(\.reason) == [.complete])
        }
        let count = listener.log.count
        for arrival in arrivals { try listener.hear(arrival.payload) }
        #expect(listener.log.dropFirst(count).allSatisfy { $0.output.event == .refused(.closed) })
    }

    /// Nothing is invented, doubled or out of order, and nothing that came in time is left out.
    private func expectFaithful(_ listener: Listener, _ talk: SimulatedTalk) {
        let places = listener.delivered.map { talk.places[$0.frame] }
        #expect(!places.contains(nil))
        #expect(zip(places, places.dropFirst()).allSatisfy { ($0 ?? 0) < ($1 ?? 0) })
        let arrived = listener.arrivedSequences
        #expect(Set(arrived).count == arrived.count)
        let heard = listener.events.flatMap { event -> [[UInt8]] in
            guard case .arrived(let packet) = event else { return [] }
            return packet.frames.filter { !$0.isRepeat }.map { Array($0.bytes) }
        }
        #expect(Set(heard).isSubset(of: listener.delivered.map(\.frame)))
    }

    private func expectClosedOnce(_ listener: Listener) {
        #expect(listener.openedCount == 1)
        #expect(listener.summaries.count == 1)
        guard let summary = listener.summaries.first else { return }
        #expect(summary.frames == listener.delivered.count)
        #expect(summary.packetsReceived == listener.arrivedSequences.count)
        let closing = listener.events.firstIndex(of: .finished(summary)) ?? 0
        #expect(listener.events.dropFirst(closing + 1).allSatisfy { $0 == .refused(.closed) })
        if let end = summary.end, summary.firstSequence == 1 {
            #expect(summary.packetsExpected == Int(end.packetCount))
        }
    }

    @Test("Repeats bring back nearly everything that one packet in five takes")
    func repeatsPay() throws {
        func lostShare(_ setup: Setup) throws -> Double {
            var lost = 0
            var sent = 0
            for seed in 0..<10 {
                var random = SeededGenerator(seed: UInt64(seed))
                let talk = try SimulatedTalk(setup, using: &random)
                var listener = Listener()
                for arrival in talk.arrivals(seed: UInt64(seed)) {
                    listener.wait(until: arrival.time.milliseconds)
                    try listener.hear(arrival.payload)
                }
                listener.wait(until: listener.now + 5_000)
                lost += talk.frames.count - listener.delivered.count
                sent += talk.frames.count
            }
            return Double(lost) / Double(sent)
        }
        let repeating = try #require(Self.setups.first { $0.description == "Opus with repeats, lossy" })
        var plain = repeating
        plain.configuration = .init()
        #expect(try lostShare(plain) > 0.15)
        #expect(try lostShare(repeating) < 0.01)
    }
}

/// A burst of three seconds, with frames that all differ.
private struct SimulatedTalk {
    let frames: [[UInt8]]
    /// Where each frame stands in the talk.
    let places: [[UInt8]: Int]
    private let packets: [(content: [UInt8], time: Instant)]
    private let setup: BurstSimulationTests.Setup

    init(_ setup: BurstSimulationTests.Setup, using random: inout SeededGenerator) throws {
        self.setup = setup
        var burst = OutgoingBurst(
            burst: BurstID(rawValue: random.next()), codec: setup.codec, configuration: setup.configuration)
        let frameMilliseconds = setup.codec.frameMilliseconds
        frames = (0..<3_000 / frameMilliseconds).map { number in
            [UInt8(number >> 8), UInt8(number & 0xFF)]
                + [UInt8](repeating: 1, count: Int.random(in: 30...50, using: &random))
        }
        places = Dictionary(uniqueKeysWithValues: frames.enumerated().map { ($1, $0) })
        var packets: [(content: [UInt8], time: Instant)] = []
        var batch: [[UInt8]] = []
        for (number, frame) in frames.enumerated() {
            _ = try burst.append(frame.span, into: &batch)
            burst.endBatch(into: &batch)
            packets += batch.map { ($0, Instant(milliseconds: (number + 1) * frameMilliseconds)) }
            batch.removeAll()
        }
        _ = burst.finish(heldFor: .seconds(3), into: &batch)
        packets += batch.map { ($0, Instant(milliseconds: 3_000)) }
        self.packets = try packets.compactMap { packet in
            try Self.shifted(packet.content, by: setup.offset).map { ($0, packet.time) }
        }
    }

    /// The packet with another number; START and END go missing, whose numbers do not wrap.
    private static func shifted(_ content: [UInt8], by offset: UInt16) throws -> [UInt8]? {
        guard offset > 0 else { return content }
        var packet = try BurstPacket(decoding: content[...])
        guard case .data = packet.body else { return nil }
        packet.sequence &+= offset
        return packet.encoded()
    }

    func arrivals(seed: UInt64) -> [ImpairedPath<[UInt8]>.Arrival] {
        var path = ImpairedPath<[UInt8]>(setup.impairments, seed: seed)
        for packet in packets { path.send(packet.content, bytes: packet.content.count, at: packet.time) }
        return path.receive(until: Instant(milliseconds: 60_000))
    }
}

import PTTTestSupport
import PTTWire
import Testing

@Suite("Order and holes")
struct BurstOrderTests {
    let talk = Talk()

    /// Sequence numbers of the frames for the note, by the time of their delivery.
    private func deliveries(_ listener: Listener) -> [[Int]] {
        listener.delivered.map { [Int($0.frame[1]) << 8 | Int($0.frame[2]), $0.milliseconds] }
    }

    @Test("A player gets packets as they come, the note gets frames in order")
    func twoWays() throws {
        var listener = Listener()
        try listener.hear(talk.start())
        for (time, sequence) in [(0, 1), (10, 3), (20, 4), (20, 3), (30, 2), (40, 5)] {
            listener.wait(until: time)
            try listener.hear(talk.data(sequence))
        }
        #expect(listener.arrivedSequences == [1, 3, 4, 2, 5])
        #expect(deliveries(listener) == [[1, 0], [2, 30], [3, 30], [4, 30], [5, 40]])
    }

    @Test("Each hole is skipped half a second after it was noticed")
    func holesHaveTheirOwnClocks() throws {
        var listener = Listener()
        try listener.hear(talk.start())
        for (time, sequence) in [(0, 1), (100, 3), (200, 5), (400, 7)] {
            listener.wait(until: time)
            try listener.hear(talk.data(sequence))
        }
        listener.wait(until: 2_000)
        #expect(deliveries(listener) == [[1, 0], [3, 600], [5, 700], [7, 900]])
        try listener.hear(talk.data(4))
        #expect(listener.refusals == [.late])
        #expect(listener.arrivedSequences == [1, 3, 5, 7])
    }

    @Test("A late joiner's note begins at once, with what its first packet overtook")
    func lateJoin() throws {
        var listener = Listener()
        for (time, sequence) in [(0, 7), (60, 6), (120, 8)] {
            listener.wait(until: time)
            try listener.hear(talk.data(sequence))
        }
        listener.wait(until: 180)
        #expect(listener.events.first == .opened(codec: .aacLC, isLateJoin: true))
        #expect(listener.arrivedSequences == [7, 6, 8])
        #expect(deliveries(listener) == [[6, 150], [7, 150], [8, 150]])
        try listener.hear(talk.end(8))
        let summary = try #require(listener.summaries.first)
        #expect(summary.firstSequence == 6)
        #expect([summary.packetsReceived, summary.packetsLost, summary.packetsExpected] == [3, 0, 3])
    }

    @Test("A START that is sent again does not make a late joiner wait for the beginning")
    func lateJoinAtRepeatedStart() throws {
        var listener = Listener()
        try listener.hear(talk.start(.opus, batchSize: 1))
        try listener.hear(talk.opus(101, repeats: 0))
        listener.wait(until: 150)
        #expect(deliveries(listener) == [[101, 150]])
    }

    @Test("A late joiner that heard END before its first packet waits no longer than for that")
    func lateJoinBehindEnd() throws {
        var listener = Listener()
        try listener.hear(talk.start())
        try listener.hear(talk.end(20))
        listener.wait(until: 300)
        try listener.hear(talk.data(15))
        #expect(deliveries(listener) == [[15, 300]])
        #expect(listener.assemblies.nextDeadline.map { $0 > Instant(milliseconds: 300) } ?? false)
    }

    @Test("Behind a START that is heard with packet 2, packet 1 is waited for")
    func missingFirstPacket() throws {
        var listener = Listener()
        try listener.hear(talk.start())
        try listener.hear(talk.data(2))
        listener.wait(until: 499)
        #expect(listener.delivered.isEmpty)
        listener.wait(until: 500)
        #expect(deliveries(listener) == [[2, 500]])
        try listener.hear(talk.end(2))
        #expect(listener.summaries.map(\.packetsLost) == [1])
    }

    @Test("A START that comes behind DATA tells the codec of what follows")
    func startBehindData() throws {
        var listener = Listener()
        try listener.hear(talk.opus(1, repeats: 0))
        try listener.hear(talk.start(.opus, batchSize: 1))
        try listener.hear(talk.data(2))
        let codecs = listener.events.compactMap { event -> VoiceCodec? in
            guard case .delivered(_, let codec) = event else { return nil }
            return codec
        }
        #expect(codecs == [.opus, .opus])
        #expect(listener.events.first == .opened(codec: .opus, isLateJoin: false))
    }

    @Test("Sequence numbers wrap", arguments: [65_530, 32_760, 1])
    func wraps(first: Int) throws {
        var listener = Listener()
        let sent = Array(first..<first + 40)
        var shuffled = sent
        for index in stride(from: 1, to: sent.count - 2, by: 3) { shuffled.swapAt(index, index + 1) }
        for (place, sequence) in shuffled.enumerated() {
            listener.wait(until: place * 20)
            try listener.hear(talk.data(sequence))
        }
        #expect(listener.arrivedSequences == shuffled)
        #expect(listener.delivered.map { Int($0.frame[1]) << 8 | Int($0.frame[2]) } == sent.map { $0 & 0xFFFF })
        listener.wait(until: 5_000)
        #expect(listener.summaries.map(\.reason) == [.idle])
        #expect(listener.summaries.map(\.packetsReceived) == [40])
    }

    @Test("A packet numbered zero opens nothing and is left out of an open burst")
    func sequenceZero() throws {
        var listener = Listener()
        try listener.hear(talk.data(0))
        #expect(listener.openedCount == 0)
        try listener.hear(talk.start())
        try listener.hear(talk.data(0))
        try listener.hear(talk.data(1))
        try listener.hear(talk.data(-1))
        #expect(listener.refusals == [.invalidSequence, .invalidSequence, .invalidSequence])
        #expect(listener.arrivedSequences == [1])
    }

    @Test("A packet far ahead is left out, and does not move the burst")
    func outOfReach() throws {
        var listener = Listener()
        try listener.hear(talk.start())
        try listener.hear(talk.data(1))
        try listener.hear(talk.data(1_026))
        try listener.hear(talk.data(2))
        #expect(listener.refusals == [.outOfReach])
        #expect(listener.arrivedSequences == [1, 2])
        try listener.hear(talk.data(1_026))
        #expect(listener.arrivedSequences == [1, 2, 1_026])
    }

    @Test("Hearing a burst without loss allocates nothing", .enabled(if: allocationsAreCounted))
    func allocatesNothing() throws {
        var assemblies = BurstAssemblies<UInt64>()
        var outputs: [BurstAssemblies<UInt64>.Output] = []
        outputs.reserveCapacity(16)
        let packets = try (1...200).map { try talk.opus($0, repeats: 3).encoded()[...] }
        var count = 0
        for index in 0..<200 {
            let now = Instant(milliseconds: 20 * index)
            let blocks = try allocationCount { () throws(BurstError) in
                try assemblies.receive(packets[index], from: 1, in: .direct, now: now, into: &outputs)
            }
            if index >= 20 { count += blocks }
            #expect(outputs.count >= 2)
            outputs.removeAll(keepingCapacity: true)
        }
        #expect(count == 0)
    }
}

@Suite("Recovery from repeats")
struct BurstRecoveryTests {
    let talk = Talk()

    private func numbers(_ listener: Listener) -> [[Int]] {
        listener.delivered.map { [Int($0.frame[1]) << 8 | Int($0.frame[2]), Int($0.frame[0])] }
    }

    @Test("A lost packet's frames come from a later packet, in order and without a wait")
    func recovers() throws {
        var listener = Listener()
        try listener.hear(talk.start(.opus, batchSize: 1))
        for sequence in [1, 2, 6, 7] {
            listener.wait(until: sequence * 20)
            try listener.hear(talk.opus(sequence, repeats: min(sequence - 1, 3)))
        }
        #expect(numbers(listener).map { $0[0] } == [1, 2, 3, 4, 5, 6, 7])
        try listener.hear(talk.end(7))
        let summary = try #require(listener.summaries.first)
        #expect([summary.packetsReceived, summary.packetsRecovered, summary.packetsLost] == [4, 3, 0])
        #expect(summary.reason == .complete)
    }

    @Test("The packet itself may still come: it is told to the player and delivered once")
    func originalComesLate() throws {
        var listener = Listener()
        try listener.hear(talk.start(.opus, batchSize: 1))
        for sequence in [1, 3, 2, 2] {
            try listener.hear(talk.opus(sequence, repeats: min(sequence - 1, 1)))
        }
        #expect(numbers(listener).map { $0[0] } == [1, 2, 3])
        #expect(listener.arrivedSequences == [1, 3, 2])
        try listener.hear(talk.end(3))
        let summary = try #require(listener.summaries.first)
        #expect([summary.packetsReceived, summary.packetsRecovered, summary.packetsDuplicated] == [3, 0, 1])
    }

    @Test("Part of a packet waits for the rest, and is delivered when the hole is given up")
    func partialRecovery() throws {
        var listener = Listener()
        try listener.hear(talk.start(.opus, batchSize: 3))
        try listener.hear(talk.opus(1, batchSize: 3, repeats: 0))
        try listener.hear(talk.opus(3, batchSize: 3, repeats: 1))
        listener.wait(until: 499)
        #expect(numbers(listener) == [[1, 0], [1, 1], [1, 2]])
        listener.wait(until: 500)
        #expect(numbers(listener) == [[1, 0], [1, 1], [1, 2], [2, 2], [3, 0], [3, 1], [3, 2]])
    }

    @Test("The whole packet replaces the part that was recovered")
    func wholeReplacesPart() throws {
        var listener = Listener()
        try listener.hear(talk.start(.opus, batchSize: 3))
        try listener.hear(talk.opus(1, batchSize: 3, repeats: 0))
        try listener.hear(talk.opus(3, batchSize: 3, repeats: 1))
        try listener.hear(talk.opus(2, batchSize: 3, repeats: 3))
        #expect(numbers(listener) == (1...3).flatMap { sequence in (0..<3).map { [sequence, $0] } })
    }

    @Test("Without START the batch is the most new frames seen")
    func learnsTheBatch() throws {
        var listener = Listener()
        try listener.hear(talk.opus(1, batchSize: 2, repeats: 0))
        try listener.hear(talk.opus(4, batchSize: 2, repeats: 4))
        #expect(numbers(listener) == (1...4).flatMap { sequence in (0..<2).map { [sequence, $0] } })
        let batches = listener.events.compactMap { event -> Int? in
            guard case .arrived(let packet) = event else { return nil }
            return packet.batchSize
        }
        #expect(batches == [2, 2])
    }

    @Test("A late joiner begins with the repeats of its first packet")
    func lateJoinerUsesRepeats() throws {
        var listener = Listener()
        try listener.hear(talk.opus(50, repeats: 3))
        listener.wait(until: 150)
        #expect(numbers(listener).map { $0[0] } == [47, 48, 49, 50])
    }
}

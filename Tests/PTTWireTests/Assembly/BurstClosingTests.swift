import PTTWire
import Testing

@Suite("How a burst closes")
struct BurstClosingTests {
    let talk = Talk()

    private func listener(hearing packets: [BurstPacket]) throws -> Listener {
        var listener = Listener()
        for packet in packets { try listener.hear(packet) }
        return listener
    }

    @Test("END behind the last packet finishes at once; the second END says nothing")
    func complete() throws {
        let end = BurstEnd(packetCount: 2, milliseconds: 128)
        let listener = try listener(hearing: [talk.start(), talk.data(1), talk.data(2), talk.end(2), talk.end(2)])
        var summary = BurstSummary(reason: .complete)
        summary.packetsReceived = 2
        summary.frames = 2
        summary.end = end
        #expect(listener.events.suffix(2) == [.ended(end), .finished(summary)])
        #expect(listener.assemblies.nextDeadline == nil)
    }

    @Test("A lost tail is given up half a second after END")
    func tailLoss() throws {
        var listener = try listener(hearing: [talk.start(), talk.data(1), talk.end(4)])
        listener.wait(until: 499)
        #expect(listener.summaries.isEmpty)
        listener.wait(until: 500)
        #expect(listener.summaries.map(\.reason) == [.tailLoss])
        #expect(listener.summaries.map(\.packetsLost) == [3])
    }

    @Test("A packet that END overtook completes the burst")
    func overtakenByEnd() throws {
        var listener = try listener(hearing: [talk.start(), talk.data(1), talk.end(2)])
        listener.wait(until: 300)
        try listener.hear(talk.data(2))
        #expect(listener.summaries.map(\.reason) == [.complete])
        #expect(listener.delivered.count == 2)
    }

    @Test("Three silent seconds end a burst without END")
    func idle() throws {
        var listener = try listener(hearing: [talk.start(), talk.data(1)])
        listener.wait(until: 2_999)
        try listener.hear(talk.data(2))
        listener.wait(until: 5_998)
        #expect(listener.summaries.isEmpty)
        listener.wait(until: 5_999)
        #expect(listener.summaries.map(\.reason) == [.idle])
    }

    @Test("Thirty seconds without a new packet end a burst that repeats itself")
    func stale() throws {
        var listener = try listener(hearing: [talk.start(), talk.data(1)])
        for second in 1...40 {
            listener.wait(until: second * 1_000)
            try listener.hear(second % 2 == 0 ? talk.start() : talk.data(1))
        }
        #expect(listener.summaries.map(\.reason) == [.stale])
        #expect(
            listener.log.contains { $0.milliseconds == 30_000 && $0.output.event == .finished(listener.summaries[0]) })
    }

    @Test("A burst is cut when it lasts longer than a press may, and stays closed")
    func cappedByTime() throws {
        var listener = try listener(hearing: [talk.start()])
        for second in 1...140 {
            listener.wait(until: second * 1_000)
            try listener.hear(talk.data(second))
        }
        #expect(listener.summaries.map(\.reason) == [.capped])
        #expect(listener.delivered.count == 129)
        #expect(listener.openedCount == 1)
        #expect(listener.refusals == [BurstRefusal](repeating: .closed, count: 11))
    }

    @Test("A burst is cut when it brings more audio than a press may")
    func cappedByAudio() throws {
        var listener = try listener(hearing: [talk.start()])
        for sequence in 1...300 {
            listener.wait(until: sequence * 10)
            try listener.hear(talk.data(sequence, frames: 8))
        }
        #expect(listener.summaries.map(\.reason) == [.capped])
        #expect(listener.delivered.count == (130_000 / 64 / 8 + 1) * 8)
    }

    @Test("A burst is cut when it grows larger than a press may")
    func overLimit() throws {
        var configuration = BurstAssemblyConfiguration()
        configuration.maximumBytes = 1_000
        var listener = Listener(configuration)
        for sequence in 1...20 {
            try listener.hear(talk.data(sequence, size: 98))
        }
        #expect(listener.summaries.map(\.reason) == [.overLimit])
        #expect(listener.delivered.count == 11)
        #expect(listener.refusals.count == 9)
    }

    @Test("What waits behind a hole is delivered when the burst ends")
    func deliversWhatWaits() throws {
        let listener = try listener(hearing: [talk.start(), talk.data(1), talk.data(3), talk.end(0)])
        #expect(listener.delivered.count == 2)
        #expect(listener.summaries.map(\.packetsLost) == [1])
    }

    @Test("A straggler never opens a finished burst again, until it is forgotten")
    func tombstone() throws {
        var listener = try listener(hearing: [talk.start(), talk.data(1), talk.end(1)])
        listener.wait(until: 599_999)
        try listener.hear(talk.data(1))
        try listener.hear(talk.start())
        #expect(listener.refusals == [.closed, .closed])
        #expect(listener.openedCount == 1)
        listener.wait(until: 600_000)
        try listener.hear(talk.data(1))
        #expect(listener.openedCount == 2)
    }

    @Test("A straggler never brings back a canceled burst, even one canceled before it was heard")
    func canceled() throws {
        var listener = try listener(hearing: [
            talk.start(), talk.data(1), talk.canceled(), talk.canceled(), talk.data(2),
        ])
        #expect(listener.events.suffix(2) == [.canceled, .refused(.closed)])
        #expect(listener.summaries.isEmpty)
        let other = Talk(burst: BurstID(rawValue: 0xB1))
        try listener.hear(other.canceled())
        try listener.hear(other.data(1))
        #expect(listener.openedCount == 1)
        #expect(listener.refusals == [.closed, .closed])
    }

    @Test("The oldest of 256 closed bursts is forgotten first")
    func tombstoneCapacity() throws {
        var listener = Listener()
        let talks = (0...256).map { Talk(burst: BurstID(rawValue: UInt64($0))) }
        for talk in talks { try listener.hear(talk.canceled()) }
        try listener.hear(talks[1].data(1))
        #expect(listener.refusals == [.closed])
        try listener.hear(talks[0].data(1))
        #expect(listener.openedCount == 1)
    }

    @Test("A START with an unknown codec closes its burst, so that its DATA is not taken for AAC-LC")
    func unknownCodec() throws {
        var start = talk.start().encoded()
        start[BurstPacket.headerSize] = 0x02
        var listener = Listener()
        #expect(throws: BurstError.unknownCodec(2)) { try listener.hear(start) }
        try listener.hear(talk.data(1))
        #expect(listener.events == [.refused(.closed)])

        var behind = Listener()
        try behind.hear(talk.data(1))
        #expect(throws: BurstError.unknownCodec(2)) { try behind.hear(start) }
        #expect(behind.events.last == .canceled)
        #expect(behind.assemblies.openKeys.isEmpty)
    }
}

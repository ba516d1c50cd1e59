import PTTWire
import Testing

@Suite("Bounds and fairness")
struct BurstBoundsTests {
    let talk = Talk()

    private func talk(_ number: Int) -> Talk {
        Talk(burst: BurstID(rawValue: UInt64(number)))
    }

    @Test(
        "What comes faster than speech is left out and counted, and the burst goes on",
        arguments: [
            (false, 12_000), (true, 32_000),
        ])
    func throttles(isExtended: Bool, allowance: Int) throws {
        var listener = Listener()
        try listener.hear(isExtended ? talk.start(.opus, batchSize: 1) : talk.start())
        let size = try talk.data(1, size: 187).encoded().count
        #expect(size == 200)
        for sequence in 1...300 { try listener.hear(talk.data(sequence, size: 187)) }
        let taken = (allowance - 14) / size
        #expect(listener.arrivedSequences == Array(1...taken))
        #expect(listener.refusals == [BurstRefusal](repeating: .tooFast, count: 300 - taken))

        listener.wait(until: 1_000)
        for sequence in 301...310 { try listener.hear(talk.data(sequence, size: 187)) }
        #expect(listener.arrivedSequences.suffix(10) == Array(301...310))
        try listener.hear(talk.end(310))
        listener.wait(until: 2_000)
        #expect(listener.summaries.map(\.reason) == [.complete])
        #expect(listener.summaries.map(\.packetsThrottled) == [300 - taken])
        #expect(listener.openedCount == 1)
    }

    @Test("END and CANCELED pass however fast the burst was", arguments: [true, false])
    func closingIsNotThrottled(isCanceled: Bool) throws {
        var listener = Listener()
        for sequence in 1...100 { try listener.hear(talk.data(sequence, size: 187)) }
        try listener.hear(isCanceled ? talk.canceled() : talk.end(59))
        #expect(listener.assemblies.openKeys.isEmpty)
    }

    @Test("Opus at fifty packets a second with repeats is never throttled")
    func fullRateOpus() throws {
        var listener = Listener()
        try listener.hear(talk.start(.opus, batchSize: 1))
        for sequence in 1...1_000 {
            listener.wait(until: sequence * 20)
            let packet = try talk.opus(sequence, repeats: min(sequence - 1, 3)).encoded()
            try listener.hear(packet + [UInt8](repeating: 0, count: 0))
        }
        #expect(listener.refusals.isEmpty)
    }

    @Test("The same burst ID of another sender, or heard elsewhere, is another burst")
    func keys() throws {
        var listener = Listener()
        try listener.hear(talk.data(1), from: "alice", in: .direct)
        try listener.hear(talk.data(1), from: "mallory", in: .direct)
        try listener.hear(talk.data(1), from: "alice", in: .everyone)
        try listener.hear(talk.canceled(), from: "mallory", in: .direct)
        #expect(listener.openedCount == 3)
        #expect(
            Set(listener.assemblies.openKeys) == [
                BurstKey(sender: "alice", scope: .direct, burst: talk.burst),
                BurstKey(sender: "alice", scope: .everyone, burst: talk.burst),
            ])
    }

    @Test("Eight talkers are heard at a time; a ninth is refused and takes nobody's place")
    func eightTalkers() throws {
        var listener = Listener()
        for sender in 1...9 { try listener.hear(talk(sender).start(), from: "\(sender)") }
        #expect(listener.assemblies.openKeys.map(\.sender) == (1...8).map(String.init))
        #expect(listener.refusals == [.tooManyBursts])
        try listener.hear(talk(1).end(0), from: "1")
        try listener.hear(talk(9).data(1), from: "9")
        #expect(listener.assemblies.openKeys.contains { $0.sender == "9" })
    }

    @Test("A sender may fill all places while nobody else talks, and gives them back one by one")
    func fairShares() throws {
        var listener = Listener()
        for number in 0..<8 {
            listener.wait(until: number * 10)
            try listener.hear(talk(number).start(), from: "flooder")
        }
        listener.wait(until: 100)
        // The burst that was silent for the longest goes first, not the one that was opened first.
        try listener.hear(talk(0).data(1), from: "flooder")
        try listener.hear(talk(10).start(), from: "bob")
        #expect(!listener.assemblies.openKeys.contains { $0.sender == "flooder" && $0.burst == talk(1).burst })
        for number in 11...20 { try listener.hear(talk(number).start(), from: "bob") }
        #expect(listener.assemblies.openKeys.count { $0.sender == "bob" } == 4)
        for (number, sender) in ["carol", "dave", "erin", "frank", "grace", "heidi", "ivan"].enumerated() {
            try listener.hear(talk(30 + number).start(), from: sender)
        }
        let counts = Dictionary(grouping: listener.assemblies.openKeys, by: \.sender).mapValues(\.count)
        #expect(
            counts == ["flooder": 1, "bob": 1, "carol": 1, "dave": 1, "erin": 1, "frank": 1, "grace": 1, "heidi": 1])
        #expect(listener.summaries.allSatisfy { $0.reason == .displaced })
    }

    @Test("A displaced burst stays closed, and displaces nobody in turn")
    func displacedStaysClosed() throws {
        var listener = Listener()
        for number in 0..<8 { try listener.hear(talk(number).data(1), from: "flooder") }
        try listener.hear(talk(10).start(), from: "bob")
        let closed = try #require(
            (0..<8).first { number in
                !listener.assemblies.openKeys.contains { $0.burst == talk(number).burst }
            })
        try listener.hear(talk(closed).data(2), from: "flooder")
        try listener.hear(talk(99).data(1), from: "flooder")
        #expect(listener.refusals == [.closed, .tooManyBursts])
        #expect(listener.assemblies.openKeys.contains { $0.sender == "bob" })
    }
}

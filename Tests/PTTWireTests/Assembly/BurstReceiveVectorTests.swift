import PTTTestSupport
import PTTWire
import Testing

/// The reference receiver is followed in what is delivered and in which order. Where it is known to be wrong, the case is
/// recognised by what happens in it, and held to our behaviour; Documentation/Burst.md lists these differences.
@Suite("Burst assembly against the reference implementation")
struct BurstReceiveVectorTests {
    @Test("Each case delivers the reference frames", arguments: try VectorFile("voice_receive").cases)
    func agrees(_ vector: VectorCase) throws {
        let reference = try ReferenceReception(vector)
        var listener = Listener()
        for event in reference.events {
            listener.wait(until: event.milliseconds)
            try listener.hear(event.content, from: reference.sender, in: reference.scope)
        }
        listener.wait(until: reference.observedUntil)

        if reference.throttledCount > 0 {
            try expectThrottling(of: listener, reference)
        } else if reference.bubbleCount > 1 {
            try expectTombstone(of: listener, reference)
        } else {
            try expectAgreement(of: listener, reference)
        }
    }

    private func expectAgreement(of listener: Listener, _ reference: ReferenceReception) throws {
        let delivered = listener.delivered
        #expect(delivered.map(\.frame) == reference.frames)
        try #require(delivered.count == reference.frameTimes.count)
        for (mine, theirs) in zip(delivered.map(\.milliseconds), reference.frameTimes) {
            #expect(reference.admits(mine, where: theirs))
        }
        #expect(listener.outcomes.map(\.name) == reference.interface.map(\.name))
        for (mine, theirs) in zip(listener.outcomes, reference.interface) {
            #expect(reference.admits(mine.milliseconds, where: theirs.milliseconds))
        }
        if let capture = reference.capture {
            var stream: [UInt8] = []
            for frame in delivered { try ADTS.append(frame.frame[...], to: &stream) }
            #expect(stream == capture)
        }
        if reference.joinsLate, let first = delivered.first {
            #expect(first.milliseconds - reference.events[0].milliseconds <= 150)
        }
        if let end = reference.lostTailNoticed, let last = listener.outcomes.last {
            #expect(last.milliseconds - end == 500)
        }
    }

    /// A straggler does not open the burst again; the reference opens a second one.
    private func expectTombstone(of listener: Listener, _ reference: ReferenceReception) throws {
        let close = try #require(reference.interface.first { $0.name != "bubble" })
        let whole = zip(reference.frames, reference.frameTimes).filter { $0.1 <= close.milliseconds }.map(\.0)
        #expect(listener.delivered.map(\.frame) == whole)
        #expect(listener.outcomes.map(\.name) == ["bubble", close.name])
        #expect(listener.refusals.contains(.closed))
    }

    /// What comes faster than speech is left out, and the burst goes on; the reference ends it and opens another.
    private func expectThrottling(of listener: Listener, _ reference: ReferenceReception) throws {
        #expect(listener.delivered.map(\.frame) == reference.framesWithinRate)
        #expect(listener.outcomes.map(\.name) == ["bubble", "finalized"])
        #expect(listener.summaries.map(\.packetsThrottled) == [reference.throttledCount])
        #expect(listener.refusals.filter { $0 == .tooFast }.count == reference.throttledCount)
    }
}

extension Listener {
    /// What the interface of the reference would show of it.
    fileprivate var outcomes: [(name: String, milliseconds: Int)] {
        log.compactMap { entry in
            switch entry.output.event {
            case .opened: ("bubble", entry.milliseconds)
            case .finished(let summary): (summary.frames > 0 ? "finalized" : "removed", entry.milliseconds)
            case .canceled: ("removed", entry.milliseconds)
            case .arrived, .delivered, .ended, .refused: nil
            }
        }
    }
}

/// One case: what arrived, and what the reference made of it.
private struct ReferenceReception {
    struct Event {
        var milliseconds: Int
        var content: [UInt8]
        var packet: BurstPacket
    }

    let sender: String
    let scope: BurstScope
    let events: [Event]
    let observedUntil: Int
    let frames: [[UInt8]]
    let frameTimes: [Int]
    let interface: [(name: String, milliseconds: Int)]
    let capture: [UInt8]?

    init(_ vector: VectorCase) throws {
        sender = try vector.string("sender")
        scope = try vector.string("scope") == "dm" ? .direct : .everyone
        events = try vector.objects("events").map { event in
            let content = try event.bytes("hex")
            return Event(
                milliseconds: try event.integer("at_ms"), content: content,
                packet: try BurstPacket(decoding: content[...]))
        }
        observedUntil = try vector.integer("observe_until_ms")
        frames = try vector.byteStrings("delivered_frames")
        frameTimes = try vector.integers("delivered_at_ms_approx")
        interface = try vector.objects("ui_events").map { event in
            (try event.string("event"), try event.integer("at_ms_approx"))
        }
        capture = try vector.bytesIfPresent("capture_adts")
    }

    var bubbleCount: Int { interface.count { $0.name == "bubble" } }

    /// Numbers of the DATA packets, in the order of arrival.
    var sequences: [Int] {
        events.compactMap { event in
            guard case .data = event.packet.body else { return nil }
            return Int(event.packet.sequence)
        }
    }

    /// Nobody heard the beginning: we do not wait for it, the reference does.
    var joinsLate: Bool {
        guard let first = events.first, case .data = first.packet.body else { return false }
        return first.packet.sequence > 1
    }

    /// When END told of packets behind all that came: we wait for them as for any other, the reference until idle.
    var lostTailNoticed: Int? {
        for event in events {
            guard case .end(let end) = event.packet.body, Int(end.packetCount) > (sequences.max() ?? 0) else {
                continue
            }
            return event.milliseconds
        }
        return nil
    }

    /// Several holes: we count the patience of each from when it was noticed, the reference one after the other.
    var holeCount: Int {
        let known = Set(sequences)
        guard let last = known.max() else { return 0 }
        return (1...last).count { !known.contains($0) && ($0 == 1 || known.contains($0 - 1)) }
    }

    /// END overtook a packet: we close when that one comes, the reference when its next timer fires.
    var endIsOvertaking: Bool {
        let end = events.firstIndex { event in
            guard case .end = event.packet.body else { return false }
            return true
        }
        return events.dropFirst(end ?? events.count).contains { event in
            guard case .data = event.packet.body else { return false }
            return true
        }
    }

    /// Readings of the reference's wall clock are rounded to 50 ms.
    func admits(_ mine: Int, where theirs: Int) -> Bool {
        let mayBeSooner = joinsLate || lostTailNoticed != nil || holeCount > 1 || endIsOvertaking
        return mine <= theirs + 100 && (mayBeSooner || mine >= theirs - 100)
    }

    /// DATA packets within 6000 bytes a second, two seconds of it at once, in the order of the talk.
    private var withinRate: [BurstPacket] {
        guard let start = events.first?.milliseconds else { return [] }
        var total = 0
        return events.filter { event in
            guard total + event.content.count <= 6_000 * ((event.milliseconds - start) / 1_000 + 2) else {
                return false
            }
            total += event.content.count
            return true
        }
        .map(\.packet)
    }

    var throttledCount: Int { events.count - withinRate.count }

    var framesWithinRate: [[UInt8]] {
        withinRate.sorted { $0.sequence < $1.sequence }.flatMap { packet -> [[UInt8]] in
            guard case .data(let frames) = packet.body else { return [] }
            return frames.map { Array($0.bytes) }
        }
    }
}

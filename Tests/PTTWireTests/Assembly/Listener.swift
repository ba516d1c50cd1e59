import PTTWire

/// A listener in virtual time: feeds packets to a table of assemblies, fires its deadlines, and writes down what it says.
struct Listener {
    typealias Assemblies = BurstAssemblies<String>

    struct Entry {
        var milliseconds: Int
        var output: Assemblies.Output
    }

    private(set) var assemblies: Assemblies
    private(set) var log: [Entry] = []
    private(set) var now = 0

    init(_ configuration: BurstAssemblyConfiguration = .init()) {
        assemblies = Assemblies(configuration: configuration)
    }

    /// Lets time pass, deadline by deadline.
    mutating func wait(until milliseconds: Int) {
        while let deadline = assemblies.nextDeadline, deadline <= Instant(milliseconds: milliseconds) {
            let before = log.count
            advance(to: max(deadline.milliseconds, now))
            precondition(log.count > before, "a deadline passed and nothing was done")
        }
        now = max(now, milliseconds)
    }

    mutating func hear(
        _ content: [UInt8], from sender: String = "alice", in scope: BurstScope = .direct
    ) throws(BurstError) {
        var outputs: [Assemblies.Output] = []
        defer { write(outputs) }
        try assemblies.receive(content[...], from: sender, in: scope, now: Instant(milliseconds: now), into: &outputs)
    }

    mutating func hear(_ packet: BurstPacket, from sender: String = "alice", in scope: BurstScope = .direct) throws {
        try hear(packet.encoded(), from: sender, in: scope)
    }

    private mutating func advance(to milliseconds: Int) {
        now = milliseconds
        var outputs: [Assemblies.Output] = []
        assemblies.advance(to: Instant(milliseconds: now), into: &outputs)
        write(outputs)
    }

    private mutating func write(_ outputs: [Assemblies.Output]) {
        log += outputs.map { Entry(milliseconds: now, output: $0) }
    }
}

extension Listener {
    var events: [BurstEvent] { log.map(\.output.event) }

    /// Frames for the note, in order, with the time of each.
    var delivered: [(frame: [UInt8], milliseconds: Int)] {
        log.compactMap { entry in
            guard case .delivered(let frame, _) = entry.output.event else { return nil }
            return (Array(frame), entry.milliseconds)
        }
    }

    var arrivedSequences: [Int] {
        events.compactMap { event in
            guard case .arrived(let packet) = event else { return nil }
            return packet.sequence
        }
    }

    var summaries: [BurstSummary] {
        events.compactMap { event in
            guard case .finished(let summary) = event else { return nil }
            return summary
        }
    }

    var refusals: [BurstRefusal] {
        events.compactMap { event in
            guard case .refused(let refusal) = event else { return nil }
            return refusal
        }
    }

    var openedCount: Int {
        events.count { event in
            guard case .opened = event else { return false }
            return true
        }
    }
}

extension Instant {
    init(milliseconds: Int) {
        self.init(nanoseconds: Int64(milliseconds) * 1_000_000)
    }

    /// Rounded up, so that a deadline has come by then.
    var milliseconds: Int {
        Int((nanoseconds + 999_999) / 1_000_000)
    }
}

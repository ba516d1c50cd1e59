/// One burst at a listener: puts its packets in order, skips what does not come, and knows when it is over.
///
/// Packets go two ways: to the live player as they arrive, and frame by frame in the order of the talk to the note.
struct BurstAssembly: Sendable {
    /// Whether the assembly takes more.
    enum State: Hashable, Sendable {
        case open
        /// It said `finished` or `canceled`; the key is to stay closed.
        case over
    }

    let configuration: BurstAssemblyConfiguration
    private(set) var state = State.open
    /// When the last packet of any kind came.
    private(set) var lastPacket: Instant
    /// When ``advance(to:into:)`` has something to do if no packet comes before.
    private(set) var deadline: Instant

    let opened: Instant
    var lastProgress: Instant
    var header: BurstHeader?
    var end: BurstEnd?
    /// Opus frames or repeats were seen: the talker speaks our extension.
    var isExtended = false
    var admittedBytes = 0
    /// Bytes of frames that were delivered or wait.
    var keptBytes = 0
    var deliveredMilliseconds = 0
    var largestBatch = 1

    /// The packet that the note gets next.
    var next = 1
    /// The highest sequence number heard.
    var newest = 0
    /// Later packets, and earlier ones recovered in part: by sequence, none of them `next` and whole.
    var pending: [PendingPacket] = []
    /// When it was first noticed that `next` is missing.
    var gapNoticed: Instant?
    var endNoticed: Instant?
    var record = DeliveryRecord()
    /// Nil until the first DATA packet tells whether the listener was there from the start.
    var isLateJoin: Bool?
    var summary = BurstSummary(reason: .complete)

    init(openedAt now: Instant, configuration: BurstAssemblyConfiguration) {
        self.configuration = configuration
        opened = now
        lastPacket = now
        lastProgress = now
        deadline = now + configuration.idle
    }

    /// Takes a packet of `size` bytes; what was due before it came must have been done.
    mutating func receive(_ packet: BurstPacket, size: Int, now: Instant, into events: inout [BurstEvent]) {
        lastPacket = now
        take(packet, size: size, now: now, into: &events)
        closeIfDone(into: &events)
        advance(to: now, into: &events)
    }

    private mutating func take(_ packet: BurstPacket, size: Int, now: Instant, into events: inout [BurstEvent]) {
        switch packet.body {
        case .start(let header):
            guard admit(size, now: now, into: &events) else { return }
            if self.header == nil { self.header = header }
        case .data(let frames):
            isExtended = isExtended || frames.isTagged
            guard admit(size, now: now, into: &events) else { return }
            receive(frames, numbered: packet.sequence, now: now, into: &events)
        case .end(let end):
            receive(end, now: now, into: &events)
        case .canceled:
            state = .over
            events.append(.canceled)
        }
    }

    /// Does what is due: skips holes, and ends what is silent, stale or too long.
    mutating func advance(to now: Instant, into events: inout [BurstEvent]) {
        defer { deadline = nextDeadline }
        while state == .open, let deadline = gapDeadline, deadline <= now {
            skipGap(into: &events)
            closeIfDone(into: &events)
        }
        guard state == .open else { return }
        if lastPacket + configuration.idle <= now {
            finish(.idle, into: &events)
        } else if lastProgress + configuration.stale <= now {
            finish(.stale, into: &events)
        } else if opened + configuration.maximumDuration <= now {
            finish(.capped, into: &events)
        }
    }

    /// Delivers what is left and closes.
    mutating func finish(_ reason: BurstSummary.Reason, into events: inout [BurstEvent]) {
        while !pending.isEmpty {
            skipGap(into: &events)
        }
        state = .over
        summary.reason = reason
        summary.end = end
        events.append(.finished(summary))
    }

    private var nextDeadline: Instant {
        var earliest = min(lastPacket + configuration.idle, lastProgress + configuration.stale)
        earliest = min(earliest, opened + configuration.maximumDuration)
        if let gapDeadline { earliest = min(earliest, gapDeadline) }
        return earliest
    }

    private mutating func receive(_ end: BurstEnd, now: Instant, into events: inout [BurstEvent]) {
        guard self.end == nil else { return }
        self.end = end
        endNoticed = now
        events.append(.ended(end))
        noticeGap()
    }

    /// Holds the burst to a rate that speech does not reach; what comes faster is left out, and the burst goes on.
    private mutating func admit(_ size: Int, now: Instant, into events: inout [BurstEvent]) -> Bool {
        let isExtended = isExtended || header?.codec == .opus
        let rate = isExtended ? configuration.extendedByteRate : configuration.byteRate
        let seconds = Int((now - opened + configuration.rateHeadroom).components.seconds)
        guard admittedBytes + size <= rate * seconds else {
            summary.packetsThrottled += 1
            events.append(.refused(.tooFast))
            return false
        }
        admittedBytes += size
        return true
    }

    private mutating func closeIfDone(into events: inout [BurstEvent]) {
        guard state == .open else { return }
        if keptBytes > configuration.maximumBytes {
            finish(.overLimit, into: &events)
        } else if .milliseconds(deliveredMilliseconds) > configuration.maximumDuration {
            finish(.capped, into: &events)
        } else if let end, next > Int(end.packetCount) {
            finish(isTailLost ? .tailLoss : .complete, into: &events)
        }
    }

    private var isTailLost: Bool {
        newest < Int(end?.packetCount ?? 0)
    }
}

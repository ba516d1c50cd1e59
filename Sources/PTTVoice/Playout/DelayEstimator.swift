/// Learns from the recent packets how long sound must wait so that nearly all of it is here in time.
///
/// A packet's *need* is the output position at which it could first be played minus the media time of its first frame:
/// the least playout delay that would have been enough for it. The needs of the last packets are kept sorted, and the
/// target is a quantile of them, so nothing is assumed about the clocks or the shape of the jitter.
struct DelayEstimator {
    /// 2.6 s of the densest stream, 8 s of AAC-LC: long enough for a tail, short enough to follow a walking talker.
    static let window = 128
    /// Share of packets that must be in time; the rest is concealed.
    static let quantile = 0.97
    /// Packets among which one may be an outlier.
    static let peakPackets = 10
    /// Packets that a release flushes out at once, before their time: AAC-LC runs three frames behind, and one is begun.
    static let flushedPackets = 4
    /// Packets for which what an earlier burst taught holds; over as many more it loses its weight.
    static let priorPackets = 64

    /// Packets in which the lesson of an earlier burst is forgotten.
    static let lessonPackets = 512

    /// What is added at most for the smallness of a sample: 20 ms.
    static let largestAllowanceForFewPackets = 320

    private var prior: Int
    private let limits: ClosedRange<Int>
    private var recent: [Int]
    private var sorted: [Int]
    private var count = 0
    private var total = 0
    private var losses = LossEstimator()
    /// The need of the packet that ended a stall: it tells of the stall, not of what follows.
    private var stalled: Int?
    private var isStalled = false
    /// When the last packets came, and how many at once.
    private var clumpTime = Int.min
    private var clumpSize = 0

    init(initialDelay: Int, limits: ClosedRange<Int>) {
        prior = min(max(initialDelay, limits.lowerBound), limits.upperBound)
        self.limits = limits
        recent = Array(repeating: 0, count: Self.window)
        sorted = Array(repeating: 0, count: Self.window)
    }

    /// Takes the need of a packet that came when `time` samples had been rendered.
    mutating func record(need: Int, at time: Int) {
        clumpSize = time == clumpTime ? clumpSize + 1 : 1
        clumpTime = time
        if isStalled {
            isStalled = false
            stalled = need
            return
        }
        // Of packets that were held up together only the first was slow by itself, and the last tells where it ended.
        if clumpSize > 2, count > 0 { removeLast() }
        if count == Self.window { remove(recent[total % Self.window]) }
        recent[total % Self.window] = need
        total += 1
        insert(need)
    }

    /// The player ran dry: what was learned stays as what an earlier burst taught, for the network may have changed.
    mutating func restart(_ stream: StreamShape) {
        prior = lesson(stream)
        count = 0
        total = 0
        stalled = nil
        isStalled = true
    }

    /// Says how the packet ended whose turn is over.
    mutating func record(isLost: Bool) {
        losses.record(isLost: isLost)
    }

    /// Takes back a loss: the packet was only late.
    mutating func recordLate() {
        losses.recordLate()
    }

    /// Packets are lost so often that a missing one is taken for lost.
    var isLossy: Bool { losses.isNotable }

    /// The need of the fastest packets: playout delays are told relative to it.
    var base: Int { count > 0 ? sorted[earlyPackets] : stalled ?? 0 }

    /// The delay beyond the fastest packets that is worth having.
    func allowance(_ stream: StreamShape) -> Int {
        let faded = min(max(total - Self.priorPackets, 0), Self.priorPackets)
        // The fastest of n packets lies an (n + 1)th of the jitter above the fastest of all, on the average.
        let likely = prior - prior / (2 * (total + 1))
        return allowance(
            stream, remembered: likely * (Self.priorPackets - faded) / Self.priorPackets, leaving: earlyPackets)
    }

    /// What to start the talker's next burst with: an earlier lesson is forgotten over this many packets.
    func lesson(_ stream: StreamShape) -> Int {
        let faded = min(total, Self.lessonPackets)
        // A burst that is over has its early packets behind it.
        let early = count < Self.peakPackets ? 0 : max(Self.flushedPackets, earlyPackets)
        return allowance(
            stream, remembered: prior * (Self.lessonPackets - faded) / Self.lessonPackets, leaving: early)
    }

    private func allowance(_ stream: StreamShape, remembered: Int, leaving early: Int) -> Int {
        let measured = jitter(outputBlock: stream.outputBlock, leaving: early) + repeatWait(stream)
        return min(max(measured, remembered, limits.lowerBound), limits.upperBound)
    }

    /// Lone peaks that are left aside.
    private var latePackets: Int {
        count < Self.peakPackets ? 0 : max(1, Int((1 - Self.quantile) * Double(count)))
    }

    /// Early packets that are left aside while more may come: the last ones, which a talker sends before their time.
    private var earlyPackets: Int {
        count < Self.peakPackets ? 0 : max(2, count / 16)
    }

    /// Time for which nearly all packets must wait.
    ///
    /// Needs are counted in blocks of the output. While all are alike, the phase of the blocks may be about to drift by a
    /// whole one; once they differ by that much it is in the range already.
    ///
    /// - Parameter early: the fastest packets, which are left aside.
    private func jitter(outputBlock: Int, leaving early: Int) -> Int {
        guard count > 0 else { return 0 }
        let range = sorted[count - 1 - latePackets] - sorted[early]
        // The range of a few samples is too small on the average: that of a uniform distribution by this much.
        let missing = count > 1 ? 2 * max(0, range - outputBlock) / (count - 1) : 0
        let drift = max(outputBlock - range, outputBlock / 4)
        return range + min(missing, Self.largestAllowanceForFewPackets) + drift
    }

    /// Time until the packet that repeats a lost one, where losses are frequent enough to be worth it.
    private func repeatWait(_ stream: StreamShape) -> Int {
        losses.worthwhileRepeats(atMost: stream.repeatDepth, overdue: stream.overduePackets) * stream.packetLength
    }

    private mutating func removeLast() {
        total -= 1
        remove(recent[total % Self.window])
    }

    private mutating func insert(_ need: Int) {
        var place = count
        while place > 0, sorted[place - 1] > need {
            sorted[place] = sorted[place - 1]
            place -= 1
        }
        sorted[place] = need
        count += 1
    }

    private mutating func remove(_ need: Int) {
        var place = 0
        while place < count, sorted[place] != need { place += 1 }
        while place + 1 < count {
            sorted[place] = sorted[place + 1]
            place += 1
        }
        count -= 1
    }
}

/// What the delay must fit besides the network, in samples.
struct StreamShape {
    /// What the output takes at a time.
    var outputBlock: Int
    /// Sound in a packet.
    var packetLength: Int
    /// Earlier packets that a packet repeats.
    var repeatDepth: Int
    /// Packets whose turn it is, and which were overtaken by later ones.
    var overduePackets: Int
}

/// Learns from the recent packets how long sound must wait so that nearly all of it is here in time.
///
/// A packet's *need* is the output position at which it could first be played minus the media time of its first frame:
/// the least playout delay that would have been enough for it. The needs of the last packets are kept sorted, and the
/// target is a quantile of them, so nothing is assumed about the clocks or the shape of the jitter.
struct DelayEstimator {
    /// 2.6 s of the densest stream, 8 s of AAC-LC: long enough for a tail, short enough to follow a walking talker.
    static let window = 128
    /// Share of packets that must be in time; the rest, such as a lone peak, is concealed.
    static let quantile = 0.97
    /// Packets after which what an earlier burst taught has no more weight.
    static let priorPackets = 64

    private let prior: Int
    private let limits: ClosedRange<Int>
    private var recent: [Int]
    private var sorted: [Int]
    private var count = 0
    private var total = 0

    init(initialDelay: Int, limits: ClosedRange<Int>) {
        prior = initialDelay
        self.limits = limits
        recent = Array(repeating: 0, count: Self.window)
        sorted = Array(repeating: 0, count: Self.window)
    }

    mutating func record(need: Int) {
        if count == Self.window {
            remove(recent[total % Self.window])
        }
        recent[total % Self.window] = need
        total += 1
        insert(need)
    }

    /// The need of the fastest recent packet: playout delays are told relative to it.
    var base: Int { count > 0 ? sorted[0] : 0 }

    /// Largest minus least need.
    var spread: Int { count > 0 ? sorted[count - 1] - sorted[0] : 0 }

    /// The delay beyond the fastest packet that is worth having, given that the output takes `margin` samples at a time.
    func allowance(margin: Int) -> Int {
        let rank = min(count - 1, Int(Self.quantile * Double(count)))
        let measured = count > 0 ? sorted[rank] - sorted[0] + margin : 0
        let remembered = prior * max(0, Self.priorPackets - total) / Self.priorPackets
        return min(max(measured, remembered, limits.lowerBound), limits.upperBound)
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

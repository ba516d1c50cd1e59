/// How many of the recent packets never came.
struct LossEstimator {
    /// Share of missing packets that is left to concealment.
    static let acceptable = 0.025
    /// With fewer packets than this, a loss does not yet make a rate.
    static let leastPackets = 20
    /// After this many packets the past counts half.
    static let window = 128

    private var packets = 0
    private var lost = 0

    mutating func record(isLost: Bool) {
        packets += 1
        if isLost { lost += 1 }
        guard packets == 2 * Self.window else { return }
        packets /= 2
        lost /= 2
    }

    mutating func recordLate() {
        lost = max(0, lost - 1)
    }

    /// Packets are lost so often that a missing one is taken for lost.
    var isNotable: Bool { rate(overdue: 0) >= Self.acceptable }

    /// For how many following packets to wait, so that no more than the acceptable share is missing: as many as are
    /// lost in a row too often.
    ///
    /// - Parameter overdue: packets whose turn it is, and which seem to be lost.
    func worthwhileRepeats(atMost depth: Int, overdue: Int) -> Int {
        let rate = rate(overdue: overdue)
        var missing = rate
        var repeats = 0
        while repeats < depth, missing >= Self.acceptable {
            missing *= rate
            repeats += 1
        }
        return repeats
    }

    private func rate(overdue: Int) -> Double {
        Double(lost + overdue) / Double(max(packets + overdue, Self.leastPackets))
    }
}

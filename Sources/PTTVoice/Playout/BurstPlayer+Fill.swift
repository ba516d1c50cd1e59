extension BurstPlayer {
    /// Longest time by which a frame waits for a place where it meets the filling sound well: one low pitch period.
    static let longestWait = WaveformContinuation.lags.upperBound

    /// Puts filling sound on the line.
    mutating func fill(_ count: Int) {
        prepareFiller(count)
        for _ in 0..<count { line.append(filler.next()) }
    }

    /// Has ready what ``leaveFiller(mayWait:)`` takes: behind the next decoded frame it is too late.
    mutating func readyFiller() {
        if filler.isActive { prepareFiller(Self.overlap + Self.longestWait) }
    }

    /// Leads the filling sound over into the decoded frame.
    ///
    /// - Parameter mayWait: the delay may grow by up to a pitch period, so that the two meet where they are alike.
    mutating func leaveFiller(mayWait: Bool) {
        guard filler.isActive else { return }
        let overlap = min(Self.overlap, frameLength)
        let wait = mayWait ? Self.longestWait : 0
        let match = filler.match(decoded.samples, latest: wait, count: overlap)
        let start = match.score > Self.alike ? match.position : 0
        for _ in 0..<start { line.append(filler.next()) }
        counts.samplesInserted += start
        decoded.leadIn(over: overlap) { filler.next() }
        filler.stop()
    }

    /// Lets the line end softly.
    mutating func fadeOut() {
        guard abs(line.last) > Self.click else { return }
        prepareFiller(Self.overlap)
        for index in 1...Self.overlap {
            line.append(filler.next() * (1 - Float(index) / Float(Self.overlap)))
        }
    }

    /// Has `count` samples of filling sound ready.
    mutating func prepareFiller(_ count: Int) {
        if !filler.isActive {
            filler.start()
            continuation.start(from: line)
        }
        while filler.count < count { filler.append(continuation.nextSample()) }
    }
}

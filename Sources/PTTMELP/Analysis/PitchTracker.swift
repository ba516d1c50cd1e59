/// Finds the pitch of three frames at once: the path through the lags that fits each frame and jumps least.
///
/// The score of a lag is how alike speech and residual are that far apart. Paths are kept for every lag at the last frame
/// seen and followed back when a superframe ends (dynamic programming), so what comes later in a superframe decides what
/// came earlier.
struct PitchTracker: Sendable {
    /// One below the shortest period, so that this has neighbours too.
    static let lags = 19...160
    private static let lagCount = Self.lags.count
    private static let speechWeight: Float = 0.5
    private static let residualWeight: Float = 0.5
    private static let penaltyPerLag: Float = 0.002
    private static let jumpCost: Float = 0.9
    private static let highestJumpCost: Float = 0.45

    private let logarithms: [Float]
    private var scores = [Float](repeating: 0, count: Self.lagCount * MELP.framesPerSuperframe)
    private var totals = [Float](repeating: 0, count: Self.lagCount)
    /// The best total of a path that comes to a lag, less the cost of its jump, and the lag it comes from.
    private var reach = [Float](repeating: 0, count: Self.lagCount)
    private var sources = [Int](repeating: 0, count: Self.lagCount)
    private var origins = [Int](repeating: 0, count: Self.lagCount * MELP.framesPerSuperframe)

    init() {
        logarithms = Self.lags.map { Float(0.6931471805599453 * Elementary.log2(Double($0))) }
    }

    mutating func reset() {
        for index in totals.indices { totals[index] = 0 }
    }

    /// Scores every lag at one frame of the superframe.
    ///
    /// - Parameters:
    ///   - centre: of the frame in `speech`.
    ///   - residualCentre: of the frame in `residual`.
    mutating func score(
        frame: Int, speech: AnalysisSignal, around centre: Int, residual: AnalysisSignal, around residualCentre: Int
    ) {
        let first = frame * Self.lagCount
        for lag in Self.lags {
            scores[first + lag - Self.lags.lowerBound] =
                Self.speechWeight * speech.similarity(at: lag, around: centre)
                + Self.residualWeight * residual.similarity(at: lag, around: residualCentre)
                - Self.penaltyPerLag * Float(lag)
        }
        extendPaths(to: frame)
    }

    private mutating func extendPaths(to frame: Int) {
        var best = 0
        for index in 0..<Self.lagCount {
            reach[index] = totals[index]
            sources[index] = index
            if totals[index] > totals[best] { best = index }
        }
        // What a jump costs adds up along the lags between, so the best origin of each lag is found step by step.
        for index in 1..<Self.lagCount { extendReach(of: index, from: index - 1) }
        for index in stride(from: Self.lagCount - 2, through: 0, by: -1) { extendReach(of: index, from: index + 1) }
        // Only differences matter; kept small, so that a long stream loses no precision.
        let base = totals[best]
        for index in 0..<Self.lagCount {
            // Beyond a ratio of exp(0.5) every jump costs the same, and the best of those is known.
            let isFar = base - Self.highestJumpCost > reach[index]
            origins[frame * Self.lagCount + index] = isFar ? best : sources[index]
            let total = isFar ? base - Self.highestJumpCost : reach[index]
            totals[index] = total + peak(index, frame).height - base
        }
    }

    private mutating func extendReach(of index: Int, from neighbour: Int) {
        let total = reach[neighbour] - Self.jumpCost * (logarithms[index] - logarithms[neighbour]).magnitude
        if total > reach[index] {
            reach[index] = total
            sources[index] = sources[neighbour]
        }
    }

    /// The periods of the three frames, between whole samples, along the best path.
    func periods() -> InlineArray<3, Float> {
        var index = 0
        for candidate in 1..<Self.lagCount where totals[candidate] > totals[index] {
            index = candidate
        }
        var periods = InlineArray<3, Float>(repeating: 0)
        for frame in stride(from: 2, through: 0, by: -1) {
            periods[frame] = peak(index, frame).lag
            index = origins[frame * Self.lagCount + index]
        }
        return periods
    }

    /// The top of the parabola through a score and its neighbours: a period that falls between two lags is as good as its
    /// multiple that falls on one.
    private func peak(_ index: Int, _ frame: Int) -> (lag: Float, height: Float) {
        let lag = Float(index + Self.lags.lowerBound)
        let place = frame * Self.lagCount + index
        let middle = scores[place]
        guard index > 0, index < Self.lagCount - 1 else { return (lag, middle) }
        let (before, after) = (scores[place - 1], scores[place + 1])
        let bend = before - 2 * middle + after
        guard middle >= before, middle >= after, bend < -1e-9 else { return (lag, middle) }
        let offset = 0.5 * (before - after) / bend
        return (lag + offset, middle + 0.25 * (after - before) * offset)
    }
}

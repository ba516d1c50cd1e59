extension BurstPlayer {
    /// Sound is put on the line in blocks of 20 ms at most, each of which may be stretched.
    static let block = 320
    /// Shortest lead over between two places of the sound: 5 ms.
    static let overlap = 80
    /// Longest insertion at once; pauses are made longer block by block.
    static let longestInsertion = 480
    /// Freedom in the length of a change in a pause, to find a good place.
    static let latitude = 40
    /// How alike two pitch periods must be to leave one out or to repeat one.
    static let alike: Float = 0.8

    /// Puts the next block of the decoded frame on the line, `delay` being its playout delay.
    mutating func appendBlock(delay: Int) {
        let count = min(Self.block, decoded.remaining)
        let level = decoded.level(ofNext: count)
        switch stretchOperation(level: level, delay: delay) {
        case .keep: keep(count)
        case .shrinkPause(let limit):
            isShrinking = true
            shrink(atMost: limit, block: count, isPause: true)
        case .shrinkVoice: shrink(atMost: .max, block: count, isPause: false)
        case .growPause(let wanted):
            let least = min(wanted, levels.pauseLength, Self.longestInsertion)
            grow(by: least...least + Self.latitude, block: count)
        }
        sinceRemoval += count
        levels.hear(level, samples: count)
    }

    private mutating func stretchOperation(level: Float, delay: Int) -> StretchOperation {
        guard configuration.mode == .adaptive else { return .keep }
        let pause = levels.isPause(level) ? levels.pauseLength : 0
        if pause == 0 { isShrinking = false }
        return StretchPolicy.operation(
            StretchFacts(
                excess: delay - target, pause: pause, isComplete: isEnded && cursor.sequence >= highestSequence,
                isShrinking: isShrinking, sinceRemoval: sinceRemoval))
    }

    private mutating func keep(_ count: Int) {
        for _ in 0..<count {
            line.append(decoded.samples[decoded.position])
            decoded.position += 1
        }
    }

    /// Leaves out the stretch between two like places of the decoded frame.
    private mutating func shrink(atMost limit: Int, block: Int, isPause: Bool) {
        let longest = min(limit, (isPause ? block : decoded.remaining) - Self.overlap)
        let lags = isPause ? max(1, longest - Self.latitude)...max(1, longest) : WaveformContinuation.lags
        guard longest >= lags.lowerBound else { return keep(block) }
        let start = decoded.position
        let match = decoded.match(lags: lags.clamped(to: 1...longest), count: Self.overlap)
        guard isPause || match.score >= Self.alike else { return keep(block) }
        for index in 0..<Self.overlap {
            let weight = Float(index + 1) / Float(Self.overlap + 1)
            let early = decoded.samples[start + index]
            line.append(early + weight * (decoded.samples[match.position + index] - early))
        }
        decoded.position = match.position + Self.overlap
        counts.samplesRemoved += match.position - start
        if !isPause { sinceRemoval = 0 }
    }

    /// Goes back to a like place of what was played, and plays it once more.
    private mutating func grow(by lags: ClosedRange<Int>, block: Int) {
        let overlap = min(Self.overlap, block)
        let end = line.end
        let match = line.match(decoded.samples, at: decoded.position, lags: lags, count: overlap)
        for index in 0..<overlap {
            let weight = Float(index + 1) / Float(overlap + 1)
            let late = decoded.samples[decoded.position + index]
            line.append(late + weight * (line.samples[match.position + index] - late))
        }
        for index in match.position + overlap..<end { line.append(line.samples[index]) }
        counts.samplesInserted += end - match.position
        keep(block)
    }
}

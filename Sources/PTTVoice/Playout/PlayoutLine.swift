/// The sound line: what was made lately, and behind it what the output has not taken yet.
struct PlayoutLine {
    /// 120 ms of past: three periods of the lowest voice, and room to compare them.
    static let history = 1920

    private(set) var samples: [Float]
    private var taken: Int
    private(set) var end: Int

    /// Room for `capacity` samples that the output has not taken.
    init(capacity: Int) {
        samples = Array(repeating: 0, count: Self.history + capacity)
        taken = Self.history
        end = Self.history
    }

    /// Samples that wait for the output.
    var pending: Int { end - taken }

    /// Most samples that can be appended now.
    var room: Int { samples.count - end }

    var last: Float { samples[end - 1] }

    /// Makes all room available again once the output has taken everything.
    mutating func rewind() {
        let surplus = end - Self.history
        guard surplus > 0, pending == 0 else { return }
        for index in 0..<Self.history {
            samples[index] = samples[index + surplus]
        }
        end = Self.history
        taken = Self.history
    }

    mutating func append(_ sample: Float) {
        samples[end] = sample
        end += 1
    }

    mutating func appendSilence(_ count: Int) {
        for _ in 0..<count { append(0) }
    }

    /// Moves samples to the output from `start` on, and returns how many.
    mutating func take(into output: inout MutableSpan<Float>, from start: Int) -> Int {
        let count = min(pending, output.count - start)
        for index in 0..<count {
            output[start + index] = samples[taken + index]
        }
        taken += count
        return count
    }

    /// The place before the end, by one of the lags, where the line went on most as `sound` does from `start`.
    func match(_ sound: [Float], at start: Int, lags: ClosedRange<Int>, count: Int) -> Similarity.Match {
        let places = end - lags.upperBound...end - lags.lowerBound
        return Similarity.best(of: places, in: samples.span, for: sound.span, at: start, count: count)
    }
}

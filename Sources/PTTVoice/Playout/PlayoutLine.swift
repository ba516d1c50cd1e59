/// The sound line: what was made lately, and behind it what the output has not taken yet.
struct PlayoutLine {
    /// 120 ms of past: three periods of the lowest voice, and room to compare them.
    static let history = 1920

    private(set) var samples: [Float]
    private var taken: Int
    private(set) var end: Int

    /// Room for `capacity` samples that the output has not taken.
    init(capacity: Int) {
        samples = Array(repeating: 0, count: 2 * Self.history + capacity)
        taken = Self.history
        end = Self.history
    }

    /// Samples that wait for the output.
    var pending: Int { end - taken }

    /// Most samples that can be appended now.
    var room: Int { samples.count - Self.history - pending }

    mutating func append(_ sample: Float) {
        makeRoom(1)
        samples[end] = sample
        end += 1
    }

    mutating func append(_ source: Span<Float>) {
        makeRoom(source.count)
        for index in 0..<source.count {
            samples[end + index] = source[index]
        }
        end += source.count
    }

    mutating func appendSilence(_ count: Int) {
        makeRoom(count)
        for index in 0..<count {
            samples[end + index] = 0
        }
        end += count
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

    private mutating func makeRoom(_ count: Int) {
        guard end + count > samples.count else { return }
        let first = min(taken, end - Self.history)
        for index in first..<end {
            samples[index - first] = samples[index]
        }
        taken -= first
        end -= first
    }
}

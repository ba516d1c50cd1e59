/// Butterworth filters as second-order sections, run forward over a stream.
struct FilterCascade: Sendable {
    struct Section: Sendable {
        var feedForward: InlineArray<3, Float> = [1, 0, 0]
        var feedBack: InlineArray<2, Float> = [0, 0]
        var first: Float = 0
        var second: Float = 0

        mutating func next(_ sample: Float) -> Float {
            let output = feedForward[0] * sample + first
            first = feedForward[1] * sample - feedBack[0] * output + second
            second = feedForward[2] * sample - feedBack[1] * output
            return output
        }
    }

    /// Those that are not in use change nothing.
    private(set) var sections = InlineArray<6, Section>(repeating: Section())
    private var count = 0

    /// Lets pass what lies above `lower` and below `upper` Hz.
    ///
    /// - Parameter order: of each edge; even, and at most 12 for both together.
    init(from lower: Float? = nil, to upper: Float? = nil, order: Int) {
        if let lower { append(edge: Double(lower), isHighPass: true, order: order) }
        if let upper { append(edge: Double(upper), isHighPass: false, order: order) }
    }

    private mutating func append(edge: Double, isHighPass: Bool, order: Int) {
        let turns = edge / Double(MELP.sampleRate)
        let cosine = Elementary.cosine(turns: turns)
        let sine = Elementary.sine(turns: turns)
        for pair in 0..<(order / 2) {
            // The bilinear transform of a pole pair whose damping is the cosine of its angle to the real axis.
            let damping = Elementary.cosine(turns: (2 * Double(pair) + 1) / (4 * Double(order)))
            let alpha = sine * damping
            let norm = 1 / (1 + alpha)
            let middle = isHighPass ? -(1 + cosine) : 1 - cosine
            let outer = middle.magnitude / 2
            sections[count] = Section(
                feedForward: [Float(outer * norm), Float(middle * norm), Float(outer * norm)],
                feedBack: [Float(-2 * cosine * norm), Float((1 - alpha) * norm)])
            count += 1
        }
    }

    mutating func next(_ sample: Float) -> Float {
        var sample = sample
        for index in 0..<count {
            sample = sections[index].next(sample)
        }
        return sample
    }

    mutating func reset() {
        for index in 0..<count {
            sections[index].first = 0
            sections[index].second = 0
        }
    }
}

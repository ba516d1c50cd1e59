/// Up to eight filters that run over one stream side by side.
struct FilterBank: Sendable {
    private struct Section: Sendable {
        var feedForward: InlineArray<3, SIMD8<Float>>
        var feedBack: InlineArray<2, SIMD8<Float>>
        var first = SIMD8<Float>.zero
        var second = SIMD8<Float>.zero

        @inline(__always)
        mutating func next(_ samples: SIMD8<Float>) -> SIMD8<Float> {
            let outputs = feedForward[0] * samples + first
            first = feedForward[1] * samples - feedBack[0] * outputs + second
            second = feedForward[2] * samples - feedBack[1] * outputs
            return outputs
        }
    }

    private var sections: InlineArray<6, Section>

    init(_ filters: [FilterCascade]) {
        sections = InlineArray { place in
            var section = Section(feedForward: [.one, .zero, .zero], feedBack: [.zero, .zero])
            for (lane, filter) in filters.enumerated() {
                let own = filter.sections[place]
                for tap in 0..<3 { section.feedForward[tap][lane] = own.feedForward[tap] }
                for tap in 0..<2 { section.feedBack[tap][lane] = own.feedBack[tap] }
            }
            return section
        }
    }

    /// What each filter makes of each sample.
    mutating func filter(_ samples: Span<Float>, into outputs: inout [SIMD8<Float>]) {
        var outputs = outputs.mutableSpan
        for index in samples.indices {
            var lanes = SIMD8(repeating: samples[index])
            for place in sections.indices {
                lanes = sections[place].next(lanes)
            }
            outputs[index] = lanes
        }
    }

    mutating func reset() {
        for place in sections.indices {
            sections[place].first = .zero
            sections[place].second = .zero
        }
    }
}

/// Decides how far up a frame is periodic, from the similarity of five bands one pitch period apart.
struct BandVoicing: Sendable {
    private static let bandCount = 5
    /// Similarity of the lowest band from which on a frame is voiced.
    private static let voicedThreshold: Float = 0.55
    /// Similarity from which on a band above counts for the cut-off.
    private static let bandThreshold: Float = 0.4
    private static let envelopePenalty: Float = 0.1

    private var filters: FilterBank
    private var filtered = [SIMD8<Float>](repeating: .zero, count: MELP.superframeLength)
    private var bands = [AnalysisSignal](repeating: AnalysisSignal(), count: Self.bandCount)
    /// Smoothed magnitudes of the upper three bands: where the pitch shows when the period of the waveform is off by a
    /// fraction of a cycle.
    private var envelopes = [AnalysisSignal](repeating: AnalysisSignal(), count: 3)
    private var smoothers = [EnvelopeFollower](repeating: EnvelopeFollower(), count: 3)

    init() {
        let edges: [(Float?, Float?)] = [(nil, 500), (500, 1000), (1000, 2000), (2000, 3000), (3000, nil)]
        filters = FilterBank(edges.map { FilterCascade(from: $0.0, to: $0.1, order: 6) })
    }

    mutating func reset() {
        filters.reset()
        for band in 0..<Self.bandCount {
            bands[band].reset()
        }
        for upper in 0..<3 {
            envelopes[upper].reset()
            smoothers[upper] = EnvelopeFollower()
        }
    }

    /// Takes the newest samples of `speech`, one superframe of them.
    mutating func append(_ speech: AnalysisSignal) {
        let start = AnalysisSignal.count - MELP.superframeLength
        filters.filter(speech.samples.span.extracting(start..<AnalysisSignal.count), into: &filtered)
        for band in 0..<Self.bandCount {
            bands[band].append { filtered[$0][band] }
        }
        for upper in 0..<3 {
            envelopes[upper].append { smoothers[upper].next(filtered[$0][upper + 2]) }
        }
    }

    /// - Parameter peakiness: of the prediction residual; pulses tell voice where the waveform changes too fast to repeat.
    func voicing(around centre: Int, period: Float, peakiness: Float) -> Voicing {
        var strengths = InlineArray<5, Float>(repeating: 0)
        for band in 0..<Self.bandCount {
            strengths[band] = bands[band].similarity(at: period, around: centre)
            if band >= 2 {
                let envelope = envelopes[band - 2].similarity(at: period, around: centre) - Self.envelopePenalty
                strengths[band] = max(strengths[band], envelope)
            }
        }
        if peakiness > 1.24 { strengths[0] = max(strengths[0], 1) }
        if peakiness > 2 {
            strengths[1] = max(strengths[1], 1)
            strengths[2] = max(strengths[2], 1)
        }
        guard strengths[0] > Self.voicedThreshold else { return .unvoiced }
        return Self.cutoff(of: strengths)
    }

    /// The cut-off under which the bands are more periodic, and above which they are less, than the threshold.
    private static func cutoff(of strengths: InlineArray<5, Float>) -> Voicing {
        let upToFirst = strengths[1] - bandThreshold
        let upToSecond = upToFirst + strengths[2] - bandThreshold
        let upToAll = upToSecond + strengths[3] + strengths[4] - 2 * bandThreshold
        var best = Voicing.below500
        if upToFirst > 0 { best = .below1000 }
        if upToSecond > max(upToFirst, 0) { best = .below2000 }
        if upToAll > max(upToFirst, upToSecond, 0) { best = .below4000 }
        return best
    }
}

/// The magnitude of a signal, smoothed, without its mean.
struct EnvelopeFollower: Sendable {
    private var smooth: Float = 0
    private var mean: Float = 0

    mutating func next(_ sample: Float) -> Float {
        smooth += 0.25 * (sample.magnitude - smooth)
        mean += 0.01 * (smooth - mean)
        return smooth - mean
    }
}

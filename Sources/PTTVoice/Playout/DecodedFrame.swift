/// A decoder and the frame that it filled last, of which the first part may have been played.
struct DecodedFrame {
    private let decoder: any VoiceDecoder
    var samples: [Float]
    /// The first sample that has not been played.
    var position: Int

    init(_ decoder: any VoiceDecoder) {
        self.decoder = decoder
        samples = Array(repeating: 0, count: max(1, decoder.format.samplesPerFrame))
        position = samples.count
    }

    /// Samples that wait to be played.
    var remaining: Int { samples.count - position }

    /// False when the codec refuses the frame.
    mutating func decode(_ frame: Span<UInt8>) -> Bool {
        let decoder = decoder
        var span = samples.mutableSpan
        do {
            try decoder.decode(frame, into: &span)
        } catch {
            return false
        }
        position = 0
        return true
    }

    /// False when the codec cannot conceal.
    mutating func conceal(next: Span<UInt8>?) -> Bool {
        let decoder = decoder
        var span = samples.mutableSpan
        guard decoder.conceal(next: next, into: &span) else { return false }
        position = 0
        return true
    }

    /// Fills the frame with other sound.
    mutating func fill(_ next: () -> Float) {
        for index in samples.indices { samples[index] = next() }
        position = 0
    }

    /// Leads other sound over into the frame.
    mutating func leadIn(over count: Int, from next: () -> Float) {
        for index in 0..<count {
            let weight = Float(index + 1) / Float(count + 1)
            let other = next()
            samples[index] = other + weight * (samples[index] - other)
        }
    }

    /// Forgets what has not been played.
    mutating func drop() {
        position = samples.count
    }

    mutating func fadeIn(over count: Int) {
        for index in 0..<min(count, samples.count) {
            samples[index] *= Float(index) / Float(count)
        }
    }

    /// Level of the samples that are played next.
    func level(ofNext count: Int) -> Float {
        LevelTracker.level(of: samples.span.extracting(position..<position + count))
    }

    /// The place behind the next sample, by one of the lags, where the frame goes on most as it does there.
    func match(lags: ClosedRange<Int>, count: Int) -> Similarity.Match {
        let places = position + lags.lowerBound...position + lags.upperBound
        return Similarity.best(of: places, in: samples.span, for: samples.span, at: position, count: count)
    }
}

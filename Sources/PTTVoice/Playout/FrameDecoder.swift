/// A decoder together with the one frame of PCM that it fills.
struct FrameDecoder {
    private let decoder: any VoiceDecoder
    var samples: [Float]

    init(_ decoder: any VoiceDecoder) {
        self.decoder = decoder
        samples = Array(repeating: 0, count: max(1, decoder.format.samplesPerFrame))
    }

    /// False when the codec refuses the frame.
    mutating func decode(_ frame: Span<UInt8>) -> Bool {
        let decoder = decoder
        var span = samples.mutableSpan
        do {
            try decoder.decode(frame, into: &span)
            return true
        } catch {
            return false
        }
    }

    /// False when the codec cannot conceal.
    mutating func conceal(next: Span<UInt8>?) -> Bool {
        let decoder = decoder
        var span = samples.mutableSpan
        return decoder.conceal(next: next, into: &span)
    }
}

import PTTVoice

/// Every frame of `samples`; the tail shorter than a frame is padded with silence.
func encodeAll(_ samples: [Float], with encoder: any VoiceEncoder) throws -> [[UInt8]] {
    let size = encoder.format.samplesPerFrame
    var frames: [[UInt8]] = []
    let keep = { (frame: Span<UInt8>) in frames.append(frame.indices.map { frame[$0] }) }
    for start in stride(from: 0, to: samples.count, by: size) {
        var block = Array(samples[start..<min(start + size, samples.count)])
        block.append(contentsOf: repeatElement(0, count: size - block.count))
        try encoder.encode(block.span, frame: keep)
    }
    try encoder.finish(frame: keep)
    return frames
}

/// What `decoder` makes of `frames`; nil stands for a frame that never came.
func decodeAll(_ frames: [[UInt8]?], with decoder: any VoiceDecoder, lookAhead: Bool = false) throws -> [Float] {
    let size = decoder.format.samplesPerFrame
    var output: [Float] = []
    for (index, frame) in frames.enumerated() {
        var block = [Float](repeating: 0, count: size)
        var span = block.mutableSpan
        if let frame {
            try decoder.decode(frame.span, into: &span)
        } else if lookAhead, index + 1 < frames.count, let next = frames[index + 1] {
            _ = decoder.conceal(next: next.span, into: &span)
        } else {
            _ = decoder.conceal(next: nil, into: &span)
        }
        output.append(contentsOf: block)
    }
    return output
}

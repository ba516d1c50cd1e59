/// The newest few frames of PCM, oldest first; allocates once.
struct PCMHistory {
    private var samples: [Float]
    private let samplesPerFrame: Int
    private let capacity: Int
    private var count = 0

    init(frames: Int, samplesPerFrame: Int) {
        self.samplesPerFrame = samplesPerFrame
        capacity = frames
        samples = Array(repeating: 0, count: frames * samplesPerFrame)
    }

    /// Keeps one frame, sanitized; forgets the oldest when full.
    mutating func append(_ frame: Span<Float>) {
        if count == capacity {
            for index in 0..<(capacity - 1) * samplesPerFrame {
                samples[index] = samples[index + samplesPerFrame]
            }
        } else {
            count += 1
        }
        let start = (count - 1) * samplesPerFrame
        for index in 0..<min(frame.count, samplesPerFrame) {
            samples[start + index] = frame[index].sanitizedSample
        }
    }

    func withNewest(_ body: (Span<Float>) throws -> Void) rethrows {
        try withFrame(count - 1, body)
    }

    func forEach(_ body: (Span<Float>) throws -> Void) rethrows {
        for frame in 0..<count { try withFrame(frame, body) }
    }

    private func withFrame(_ index: Int, _ body: (Span<Float>) throws -> Void) rethrows {
        try body(samples.span.extracting(index * samplesPerFrame..<(index + 1) * samplesPerFrame))
    }
}

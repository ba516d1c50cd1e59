import CSpeexJitter
import PTTMedia
import PTTVoice
import PTTWire

extension Listening {
    /// Plays through speexdsp's jitter buffer and the codec's own concealment, as its manual tells: one `get` and one
    /// `tick` for each frame that the output takes; repeats are put in where the frame is not there yet.
    func playThroughSpeex() throws -> Hearing {
        let decoder = try VoiceCoders.decoder(for: codec)
        var buffer = try SpeexBuffer(frameLength: decoder.format.samplesPerFrame)
        defer { buffer.destroy() }
        var hearing = Hearing(samples: [Float](repeating: 0, count: phase))
        var pending: [Float] = []
        var next = 0
        // It does not know an end: it is listened to until everything must have been heard.
        let end = (arrivals.last?.time ?? 0) + PCM.sampleRate
        while hearing.samples.count < end {
            while next < arrivals.count, arrivals[next].time <= hearing.samples.count {
                buffer.put(arrivals[next].packet)
                next += 1
            }
            while pending.count < Self.block {
                pending +=
                    next > 0 ? try buffer.nextFrame(decoder) : [Float](repeating: 0, count: Self.block)
            }
            hearing.samples += pending.prefix(Self.block)
            pending.removeFirst(Self.block)
        }
        return hearing
    }
}

/// speexdsp's jitter buffer, one entry a frame.
private struct SpeexBuffer {
    struct OutOfMemory: Error {}

    /// More than any frame.
    private static let largestFrame = 2048

    private let buffer: OpaquePointer
    private let frameLength: Int
    private var known: Set<Int> = []

    init(frameLength: Int) throws {
        guard let buffer = jitter_buffer_init(Int32(frameLength)) else { throw OutOfMemory() }
        self.buffer = buffer
        self.frameLength = frameLength
    }

    func destroy() {
        jitter_buffer_destroy(buffer)
    }

    mutating func put(_ packet: ArrivedPacket) {
        var number = (packet.sequence - 1) * packet.batchSize - packet.frames.repeatCount
        for frame in packet.frames {
            if known.insert(number).inserted { put(frame.bytes, number: number) }
            number += 1
        }
    }

    private func put(_ frame: ArraySlice<UInt8>, number: Int) {
        var bytes = frame.map { CChar(bitPattern: $0) }
        bytes.withUnsafeMutableBufferPointer { storage in
            var packet = JitterBufferPacket()
            packet.data = storage.baseAddress
            packet.len = spx_uint32_t(storage.count)
            packet.timestamp = spx_uint32_t(truncatingIfNeeded: number * frameLength)
            packet.span = spx_uint32_t(frameLength)
            jitter_buffer_put(buffer, &packet)
        }
    }

    func nextFrame(_ decoder: any VoiceDecoder) throws -> [Float] {
        var samples = [Float](repeating: 0, count: frameLength)
        var span = samples.mutableSpan
        if let frame = get() {
            try decoder.decode(frame.span, into: &span)
        } else {
            _ = decoder.conceal(next: nil, into: &span)
        }
        jitter_buffer_tick(buffer)
        return samples
    }

    private func get() -> [UInt8]? {
        var bytes = [CChar](repeating: 0, count: Self.largestFrame)
        let length = bytes.withUnsafeMutableBufferPointer { storage -> Int? in
            var packet = JitterBufferPacket()
            packet.data = storage.baseAddress
            packet.len = spx_uint32_t(Self.largestFrame)
            var offset: spx_int32_t = 0
            let status = jitter_buffer_get(buffer, &packet, spx_int32_t(frameLength), &offset)
            return status == JITTER_BUFFER_OK ? Int(packet.len) : nil
        }
        return length.map { bytes.prefix($0).map { UInt8(bitPattern: $0) } }
    }
}

import PTTMedia
import PTTVoice
import PTTWire

/// A burst as its talker sends it while it is spoken; times are in samples since the press.
struct SpokenBurst {
    struct Packet {
        var time: Int
        var content: [UInt8]
    }

    /// What the microphone delivers at a time: 10 ms.
    private static let captureBlock = 160
    /// A directed packet on the wire: header, Noise and content are padded to this.
    static let wireBytes = 256
    /// The most content that keeps to one block.
    static let largestContent = 205

    private(set) var packets: [Packet] = []
    /// DATA packets, copies not counted.
    private(set) var packetCount = 0
    /// How long each frame waited for the end of its capture block.
    private(set) var captureWaits: [Int] = []
    private var collected: [[UInt8]] = []

    init(_ speech: [Float], over journey: Journey) throws {
        let encoder = try VoiceCoders.encoder(for: journey.codec)
        encoder.expectLoss(percent: journey.expectedLoss)
        var burst = OutgoingBurst(
            burst: BurstID(rawValue: 1), codec: journey.codec, configuration: journey.outgoing)
        let length = encoder.format.samplesPerFrame
        var encoded = 0
        for end in stride(from: Self.captureBlock, through: speech.count, by: Self.captureBlock) {
            burst.advance(to: PCM.duration(ofSamples: end), into: &collected)
            while encoded + length <= end {
                try encode(speech[encoded..<encoded + length], with: encoder, into: &burst)
                encoded += length
                captureWaits.append(end - encoded)
            }
            burst.endBatch(into: &collected)
            try send(at: end)
        }
        var rest = Array(speech[encoded...]) + [Float](repeating: 0, count: encoder.format.algorithmicDelay)
        rest += [Float](repeating: 0, count: (length - rest.count % length) % length)
        for start in stride(from: 0, to: rest.count, by: length) {
            try encode(rest[start..<start + length], with: encoder, into: &burst)
        }
        try finish(encoder, &burst)
        try send(at: speech.count)
        packetCount = burst.packetCount
    }

    private mutating func encode(
        _ samples: ArraySlice<Float>, with encoder: any VoiceEncoder, into burst: inout OutgoingBurst
    ) throws {
        try encoder.encode(samples.span) { collect($0, into: &burst) }
    }

    private mutating func finish(_ encoder: any VoiceEncoder, _ burst: inout OutgoingBurst) throws {
        try encoder.finish { collect($0, into: &burst) }
        _ = burst.finish(heldFor: .seconds(2), into: &collected)
    }

    private mutating func collect(_ frame: Span<UInt8>, into burst: inout OutgoingBurst) {
        do throws(BurstError) {
            _ = try burst.append(frame, into: &collected)
        } catch {
            preconditionFailure("the encoder keeps to what a packet holds: \(error)")
        }
    }

    private mutating func send(at time: Int) throws {
        for content in collected {
            precondition(content.count <= Self.largestContent, "a packet of two blocks")
            packets.append(Packet(time: time, content: content))
        }
        collected.removeAll(keepingCapacity: true)
    }
}

import PTTVoice
import PTTWire

/// From samples to burst packets: frame accumulation, encoder, packetizer. Used by one thread at a time.
final class TalkPipeline {
    private let encoder: any VoiceEncoder
    private var outgoing: OutgoingBurst
    private let send: @Sendable ([UInt8]) -> Void
    private var frame: [Float] = []
    private var packets: [[UInt8]] = []
    private(set) var samplesTaken = 0
    private(set) var contentBytes = 0
    private(set) var isCapReached = false
    private(set) var failure: String?

    init(encoder: any VoiceEncoder, outgoing: OutgoingBurst, send: @escaping @Sendable ([UInt8]) -> Void) {
        self.encoder = encoder
        self.outgoing = outgoing
        self.send = send
        frame.reserveCapacity(encoder.format.samplesPerFrame)
    }

    var frameCount: Int { outgoing.frameCount }
    var packetCount: Int { outgoing.packetCount }
    var duration: Duration { outgoing.duration }

    func take(_ samples: Span<Float>) {
        guard !isCapReached, failure == nil else { return }
        samplesTaken += samples.count
        outgoing.advance(to: PCM.duration(ofSamples: samplesTaken), into: &packets)
        for index in samples.indices { collect(samples[index]) }
        outgoing.endBatch(into: &packets)
        sendPackets()
    }

    /// Encodes what is left, with as much silence behind it as the codec needs to let the last sound out.
    func finish(heldFor held: Duration) -> OutgoingBurst.Outcome {
        if !isCapReached, failure == nil, samplesTaken > 0 {
            for _ in 0..<encoder.format.algorithmicDelay { collect(0) }
            while !frame.isEmpty { collect(0) }
            do {
                try encoder.finish { admit($0) }
            } catch {
                failure = "\(error)"
            }
        }
        let outcome = outgoing.finish(heldFor: held, into: &packets)
        holdBackLast()
        return outcome
    }

    func cancel() {
        outgoing.cancel(into: &packets)
        holdBackLast()
    }

    /// Sends the second copy of the end, a moment after the first, so that one burst of loss does not take both.
    func sendRest() {
        sendPackets()
    }

    private func holdBackLast() {
        let last = packets.popLast()
        sendPackets()
        if let last { packets.append(last) }
    }

    private func collect(_ sample: Float) {
        frame.append(sample)
        guard frame.count == encoder.format.samplesPerFrame else { return }
        do {
            try encoder.encode(frame.span) { admit($0) }
        } catch {
            failure = "\(error)"
        }
        frame.removeAll(keepingCapacity: true)
    }

    private func admit(_ bytes: Span<UInt8>) {
        do {
            switch try outgoing.append(bytes, into: &packets) {
            case .taken: break
            case .capReached: isCapReached = true
            }
        } catch {
            failure = "The encoder made a frame that no packet can hold: \(error)"
        }
    }

    private func sendPackets() {
        for packet in packets {
            contentBytes += packet.count
            send(packet)
        }
        packets.removeAll(keepingCapacity: true)
    }
}

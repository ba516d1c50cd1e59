import BenchSupport
import PTTMedia
import PTTMesh
import PTTTestSupport
import PTTVoice
import PTTWire

/// Heap blocks per call in steady state: counted, so held exactly.
@main
struct AllocationBench {
    static func main() throws {
        var run = BenchRun()
        try packetDecode(&run)
        try burstDecode(&run)
        try sessionOpen(&run)
        try forward(&run)
        try render(&run)
        try vocoder(&run)
        run.finish()
    }

    private static func packetDecode(_ run: inout BenchRun) throws {
        let frame = try MeshFrames.voice()
        try report("packet_decode_allocations", in: &run) {
            let packet = try Packet(decoding: frame)
            precondition(packet.end < frame.count)
        }
    }

    private static func burstDecode(_ run: inout BenchRun) throws {
        let frames = try BurstFrames([BurstFrame(bytes: [UInt8](repeating: 7, count: 130)[...])])
        let bytes = BurstPacket(burst: BurstID(rawValue: 1), sequence: 1, body: .data(frames)).encoded()
        try report("burst_decode_allocations", in: &run) {
            guard case .data(let decoded) = try BurstPacket(decoding: bytes[...]).body else { preconditionFailure() }
            var total = 0
            for frame in decoded { total += frame.bytes.count }
            precondition(total == 130)
        }
    }

    private static func sessionOpen(_ run: inout BenchRun) throws {
        let (opened, messages) = try SealedVoice.burst(count: 1_100)
        var receiver = opened
        var plaintext: [UInt8] = []
        plaintext.reserveCapacity(2 * SealedVoice.messageBytes)
        var next = 0
        try report("noise_open_allocations", in: &run) {
            plaintext.removeAll(keepingCapacity: true)
            let message = messages[next]
            try receiver.open(message.span, appendingTo: &plaintext)
            next += 1
        }
    }

    private static func forward(_ run: inout BenchRun) throws {
        var node = try ForwardingNode(count: 1_800)
        // Traffic brings the node's next announce forward; it is over by then, and the one after it far.
        for _ in 0..<700 { node.handOnNext() }
        try report("forward_allocations", in: &run) { node.handOnNext() }
        precondition(!run.wants("forward_allocations") || node.forwardedCount > 1_600, "nothing was handed on")
    }

    /// A player that is fed a burst and pulled by an output: one packet, then 20 ms of sound, with the real decoder.
    private static func render(_ run: inout BenchRun) throws {
        for codec in VoiceCoders.available {
            let packets = try burst(of: codec, packets: 1_100)
            var player = BurstPlayer(decoder: try VoiceCoders.decoder(for: codec))
            var block = [Float](repeating: 0, count: codec.samplesPerFrame)
            var next = 0
            var isHeard = false
            try report("\(codec)_insert_and_render_allocations", limit: decoderAllocations(codec), in: &run) {
                player.insert(
                    sequence: next + 1, frames: packets[next], batchSize: 1,
                    arrival: SampleTime(samples: next * codec.samplesPerFrame))
                next += 1
                var span = block.mutableSpan
                player.render(into: &span)
                isHeard = isHeard || block.contains { $0 != 0 }
            }
            precondition(next == 0 || isHeard, "nothing was rendered")
        }
    }

    /// Blocks that the library itself takes for a frame, whoever calls it.
    private static func decoderAllocations(_ codec: VoiceCodec) -> Double {
        switch codec {
        case .opus: 0
        // libavcodec 59: a reference to the packet, one to the frame's buffer, and three for its own notes on the frame.
        case .aacLC: 5
        }
    }

    private static func burst(of codec: VoiceCodec, packets: Int) throws -> [BurstFrames] {
        let encoder = try VoiceCoders.encoder(for: codec)
        let size = encoder.format.samplesPerFrame
        let sound = speechLike(seconds: 4)
        var encoded: [BurstFrames] = []
        var start = 0
        while encoded.count < packets {
            try encoder.encode(sound[start..<start + size].span) { frame in
                let bytes = (0..<frame.count).map { frame[$0] }
                if let frames = try? BurstFrames([BurstFrame(bytes: bytes[...], codec: codec)]) {
                    encoded.append(frames)
                }
            }
            start = start + 2 * size > sound.count ? 0 : start + size
        }
        return encoded
    }

    /// What `work` allocates per call once it has run a few times.
    static func report(
        _ bench: String, limit: Double = 0, in run: inout BenchRun, _ work: () throws -> Void
    ) throws {
        guard run.wants(bench) else { return }
        let calls = 1000
        for _ in 0..<50 { try work() }
        let count = try allocationCount { for _ in 0..<calls { try work() } }
        run.report(BenchLine(bench, Double(count) / Double(calls), unit: "allocations/call", limit: .exactly(limit)))
    }
}

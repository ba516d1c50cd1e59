import BenchSupport
import PTTMELP
import PTTTestSupport
import PTTVoice

extension AllocationBench {
    /// Encoding and decoding a packet of the vocoder, every fifth of them lost.
    static func vocoder(_ run: inout BenchRun) throws {
        let encoder = MELP1200Encoder()
        let decoder = MELP1200Decoder()
        let size = encoder.format.samplesPerFrame
        let sound = speechLike(seconds: 4)
        var block = [Float](repeating: 0, count: size)
        var start = 0
        var packets = 0
        var refusals = 0
        try report("vocoder_encode_and_decode_allocations", in: &run) {
            encoder.encode(sound.span.extracting(start..<start + size)) { packet in
                packets += 1
                var span = block.mutableSpan
                if packets % 5 == 4 {
                    _ = decoder.conceal(next: nil, into: &span)
                } else {
                    do { try decoder.decode(packet, into: &span) } catch { refusals += 1 }
                }
            }
            start = start + 2 * size > sound.count ? 0 : start + size
        }
        precondition(refusals == 0 && (packets == 0 || block.contains { $0 != 0 }), "nothing was decoded")
    }
}

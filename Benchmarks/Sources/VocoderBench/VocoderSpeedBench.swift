import BenchSupport
import PTTMELP
import PTTTestSupport

/// How many times faster than real time the vocoder runs on one core.
enum VocoderSpeedBench {
    static func run(_ run: inout BenchRun) throws {
        guard run.wants("vocoder_encode") || run.wants("vocoder_decode") else { return }
        let speech = try VocoderSpeech.all().prefix(run.isFast ? 2 : 10).flatMap(\.samples)
        let encoder = MELP1200Encoder()
        var packets: [[UInt8]] = []
        let encoding = ratePerSecond(units: speech.count, trials: run.isFast ? 1 : 3) {
            packets.removeAll(keepingCapacity: true)
            encoder.encode(speech.span) { frame in packets.append(frame.indices.map { frame[$0] }) }
            encoder.finish { frame in packets.append(frame.indices.map { frame[$0] }) }
        }
        let decoder = MELP1200Decoder()
        var block = [Float](repeating: 0, count: MELP.superframeLength)
        let decoding = try ratePerSecond(units: packets.count * MELP.superframeLength, trials: run.isFast ? 1 : 3) {
            for packet in packets {
                var span = block.mutableSpan
                try decoder.decode(packet.span, into: &span)
            }
        }
        for (name, rate, limit) in [("vocoder_encode", encoding, 100.0), ("vocoder_decode", decoding, 500)] {
            run.report(
                BenchLine(name, rate / Double(MELP.sampleRate), unit: "times real time", limit: .atLeast(limit)))
        }
    }
}

import BenchSupport
import PTTMedia
import PTTVoice
import PTTWire

/// How many times faster than real time a coder runs on one core.
enum CodecBench {
    static func run(_ run: inout BenchRun) throws {
        for codec in VoiceCoders.available {
            let sound = speechLike(seconds: run.isFast ? 4 : 20)
            let frames = try encode(sound, with: VoiceCoders.encoder(for: codec))
            if run.wants("\(codec)_encode") {
                let rate = try ratePerSecond(units: sound.count, trials: run.isFast ? 2 : 5) {
                    _ = try encode(sound, with: VoiceCoders.encoder(for: codec))
                }
                run.report(
                    BenchLine(
                        "\(codec)_encode", rate / Double(PCM.sampleRate), unit: "times real time",
                        limit: .atLeast(encodeLimit(codec))))
            }
            if run.wants("\(codec)_decode") {
                let decoder = try VoiceCoders.decoder(for: codec)
                let rate = try ratePerSecond(units: sound.count, trials: run.isFast ? 2 : 5) {
                    try decode(frames, with: decoder)
                }
                run.report(
                    BenchLine(
                        "\(codec)_decode", rate / Double(PCM.sampleRate), unit: "times real time", limit: .atLeast(200))
                )
            }
        }
    }

    /// Opus searches harder than AAC-LC; a talker needs 1.
    private static func encodeLimit(_ codec: VoiceCodec) -> Double {
        switch codec {
        case .aacLC: 200
        case .opus: 20
        }
    }

    private static func encode(_ sound: [Float], with encoder: any VoiceEncoder) throws -> [[UInt8]] {
        var frames: [[UInt8]] = []
        let size = encoder.format.samplesPerFrame
        for start in stride(from: 0, through: sound.count - size, by: size) {
            try encoder.encode(sound[start..<start + size].span) { frame in frames.append(copy(frame)) }
        }
        try encoder.finish { frame in frames.append(copy(frame)) }
        return frames
    }

    private static func decode(_ frames: [[UInt8]], with decoder: any VoiceDecoder) throws {
        var samples = [Float](repeating: 0, count: decoder.format.samplesPerFrame)
        decoder.reset()
        for frame in frames {
            var span = samples.mutableSpan
            try decoder.decode(frame.span, into: &span)
        }
    }

    private static func copy(_ frame: Span<UInt8>) -> [UInt8] {
        (0..<frame.count).map { frame[$0] }
    }
}

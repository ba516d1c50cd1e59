import PTTMELP

/// A way from a mouth to an ear through the 1200 bit/s vocoder.
public enum VocoderCondition: Hashable, Sendable {
    case clean
    /// Clean speech without the noise suppressor.
    case unsuppressed
    /// Noise 15 dB below the speech.
    case noisy(Noise, suppressed: Bool)
    case bitErrors(percent: Int)
    case losses(percent: Int)

    /// In the order in which they are told.
    public static let all: [VocoderCondition] =
        [.clean, .unsuppressed, .bitErrors(percent: 1), .bitErrors(percent: 5), .losses(percent: 10)]
        + Noise.allCases.flatMap { [.noisy($0, suppressed: true), .noisy($0, suppressed: false)] }

    public var name: String {
        switch self {
        case .clean: "clean"
        case .unsuppressed: "clean_unsuppressed"
        case .noisy(let noise, let suppressed): "\(noise)_noise" + (suppressed ? "" : "_unsuppressed")
        case .bitErrors(let percent): "\(percent)_percent_bit_errors"
        case .losses(let percent): "\(percent)_percent_lost"
        }
    }

    private var isSuppressed: Bool {
        switch self {
        case .clean, .bitErrors, .losses: true
        case .unsuppressed: false
        case .noisy(_, let suppressed): suppressed
        }
    }

    /// Renderings of the speech as it lies, and begun 90…450 samples earlier: where superframes begin moves PESQ by 0.03 and
    /// ESTOI by 0.005, and their mean is what the vocoder does.
    public func renderInAllFramings(_ speech: VocoderSpeech) throws -> [VocoderRendering] {
        try stride(from: 0, to: MELP.superframeLength, by: MELP.frameLength / 2).map {
            try render(speech.delayed(by: $0))
        }
    }

    public func render(_ speech: VocoderSpeech, seed: UInt64 = 1) throws -> VocoderRendering {
        let seed = speech.name.utf8.reduce(seed) { $0 &* 31 &+ UInt64($1) }
        let spoken: [Float]
        switch self {
        case .noisy(let noise, _): spoken = noise.added(to: speech, signalToNoise: 15, seed: seed)
        case .clean, .unsuppressed, .bitErrors, .losses: spoken = speech.samples
        }
        let encoder = MELP1200Encoder(suppressesNoise: isSuppressed)
        let decoder = MELP1200Decoder()
        var random = SeededGenerator(seed: seed)
        var heard: [Float] = []
        try forEachPacket(of: spoken, encoder) { packet in
            var block = [Float](repeating: 0, count: MELP.superframeLength)
            var span = block.mutableSpan
            switch self {
            case .losses(let percent) where random.nextEvent(probability: Double(percent) / 100):
                _ = decoder.conceal(next: nil, into: &span)
            case .bitErrors(let percent):
                var damaged = packet
                for bit in 0..<81 where random.nextEvent(probability: Double(percent) / 100) {
                    damaged[bit / 8] ^= 1 << UInt8(bit % 8)
                }
                try decoder.decode(damaged.span, into: &span)
            case .clean, .unsuppressed, .noisy, .losses:
                try decoder.decode(packet.span, into: &span)
            }
            heard += block
        }
        return VocoderRendering(condition: name, speech: speech, samples: heard)
    }

    private func forEachPacket(
        of spoken: [Float], _ encoder: MELP1200Encoder, _ body: ([UInt8]) throws -> Void
    ) throws {
        var packets: [[UInt8]] = []
        encoder.encode(spoken.span) { frame in packets.append(frame.indices.map { frame[$0] }) }
        encoder.finish { frame in packets.append(frame.indices.map { frame[$0] }) }
        for packet in packets { try body(packet) }
    }
}

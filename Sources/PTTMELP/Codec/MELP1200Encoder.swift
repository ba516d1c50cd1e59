public import PTTVoice

/// Speech at 8 kHz to 1200 bit/s: 540 samples, 67.5 ms, in 11 bytes.
///
///     let encoder = MELP1200Encoder()
///     try encoder.encode(samples.span) { packet in … }      // any number of samples, a packet for each 540
///     try encoder.finish { packet in … }                    // what is still held, padded with silence
///
/// The stream is this project's own, with MELP's geometry: it does not interoperate with STANAG 4591 or MIL-STD-3005. The same
/// samples give the same bytes on every machine, in whatever portions they come. Nothing is allocated after `init`. One
/// owner at a time.
public final class MELP1200Encoder: VoiceEncoder {
    public let format: VoiceFormat

    private var suppressor: NoiseSuppressor?
    private var analyser = Analyser()
    private var quantiser: SuperframeQuantiser
    private var packet = Packet()
    private var pending = [Float](repeating: 0, count: MELP.superframeLength)
    private var pendingCount = 0
    /// Samples, those of the delay included, that no packet has covered yet; 0 before the first.
    private var owed = 0

    /// - Parameters:
    ///   - tables: the decoder must use the same.
    ///   - suppressesNoise: takes steady noise out of the speech first, for 90 samples more of delay; speech that is
    ///     25 dB or more above its background is hardly touched.
    public init(tables: CodeTables = .standard, suppressesNoise: Bool = true) {
        quantiser = SuperframeQuantiser(tables: tables)
        suppressor = suppressesNoise ? NoiseSuppressor() : nil
        format = .melp1200(delay: MELP.lookahead + (suppressesNoise ? NoiseSuppressor.delay : 0))
    }

    /// Encodes any number of samples; what is no number is taken for silence, and what is beyond full scale for full scale.
    ///
    /// - Parameter frame: called with each packet that the samples complete.
    public func encode(_ samples: Span<Float>, frame: (Span<UInt8>) -> Void) {
        if owed == 0, !samples.isEmpty { owed = format.algorithmicDelay }
        owed += samples.count
        for index in samples.indices {
            append(samples[index], frame)
        }
    }

    /// Emits what is still held, padded with silence, and begins a new stream.
    public func finish(frame: (Span<UInt8>) -> Void) {
        while owed > 0 {
            append(0, frame)
        }
        reset()
    }

    /// Ignored: every packet can be decoded by itself, and what is lost is made up by the decoder.
    public func expectLoss(percent: Int) {}

    /// Forgets the stream, as at the start of a burst; samples that filled no packet are dropped.
    public func reset() {
        suppressor?.reset()
        analyser.reset()
        quantiser.reset()
        pendingCount = 0
        owed = 0
    }

    private func append(_ sample: Float, _ frame: (Span<UInt8>) -> Void) {
        pending[pendingCount] = sample.isFinite ? min(max(sample, -1), 1) : 0
        pendingCount += 1
        guard pendingCount == MELP.superframeLength else { return }
        pendingCount = 0
        owed -= MELP.superframeLength
        var samples = pending.mutableSpan
        suppressor?.process(&samples)
        _ = quantiser.quantise(analyser.analyse(pending.span), into: &packet)
        frame(packet.bytes.span)
    }
}

extension VoiceFormat {
    static func melp1200(delay: Int) -> VoiceFormat {
        VoiceFormat(
            codec: nil, sampleRate: MELP.sampleRate, samplesPerFrame: MELP.superframeLength,
            maximumFrameBytes: MELP.packetLength, algorithmicDelay: delay)
    }
}

#if !canImport(AVFAudio)
import COpus
public import PTTVoice
import PTTWire

/// Opus at 16 kHz mono, 20 ms a frame, variable rate around 16 kbit/s, every frame at most ``maximumFrameBytes`` long.
///
/// The cap is the size of the buffer that libopus writes into, so it holds by construction. One owner at a time.
@safe public final class OpusVoiceEncoder: VoiceEncoder {
    /// Four frames of this size, each with its 2-byte length, fill a 205-byte burst content but for 2 bytes.
    public static let maximumFrameBytes = 46
    public static let bitRate = 16_000
    /// From here on, in bit/s, forward error correction fits in beside wideband speech.
    public static let correctionBitRate = 24_000

    /// The encoder's look-ahead; libopus says 104 and cross-correlation of input and output finds the same.
    static let algorithmicDelay = 104

    public let format: VoiceFormat
    private let bitRate: Int
    private let encoder: OpaquePointer
    private let pcm: UnsafeMutableBufferPointer<Float>
    private let bytes: UnsafeMutableBufferPointer<UInt8>

    public convenience init() throws {
        try self.init(bitRate: Self.bitRate, maximumFrameBytes: Self.maximumFrameBytes)
    }

    /// - Parameters:
    ///   - bitRate: the mean that libopus steers to, in bit/s.
    ///   - complexity: 0…10; 10 is libopus's best: on recorded prompts it scores 4.13 PESQ-WB where 5 scores
    ///     3.95, and one busy core still encodes 46 streams.
    public init(bitRate: Int, maximumFrameBytes: Int, complexity: Int = 10) throws {
        guard (6_000...64_000).contains(bitRate),
            (8...OpusVoiceDecoder.longestAcceptedFrame).contains(maximumFrameBytes)
        else { throw AudioDeviceError(.codec, "Opus runs at 6000…64000 bit/s with frames of 8…1275 bytes at most") }
        format = VoiceFormat(
            codec: .opus, samplesPerFrame: VoiceCodec.opus.samplesPerFrame, maximumFrameBytes: maximumFrameBytes,
            algorithmicDelay: Self.algorithmicDelay)
        self.bitRate = bitRate
        var status: Int32 = 0
        guard
            let encoder = unsafe opus_encoder_create(Int32(PCM.sampleRate), 1, OPUS_APPLICATION_VOIP, &status)
        else {
            throw AudioDeviceError(.codec, "libopus cannot make an encoder: \(opusMessage(status))")
        }
        unsafe self.encoder = encoder
        unsafe pcm = .allocate(capacity: format.samplesPerFrame)
        unsafe bytes = .allocate(capacity: maximumFrameBytes)
        try configure(bitRate: bitRate, complexity: complexity)
    }

    deinit {
        unsafe opus_encoder_destroy(encoder)
        unsafe pcm.deallocate()
        unsafe bytes.deallocate()
    }

    public func encode(_ samples: Span<Float>, frame: (Span<UInt8>) -> Void) throws {
        guard samples.count == format.samplesPerFrame else {
            throw AudioDeviceError(
                .codec, "Opus encodes \(format.samplesPerFrame) samples a frame, not \(samples.count)")
        }
        unsafe samples.copySanitized(to: pcm)
        guard let input = unsafe pcm.baseAddress, let output = unsafe bytes.baseAddress else {
            throw AudioDeviceError(.codec, "out of memory for an Opus encoder")
        }
        let count = unsafe opus_encode_float(encoder, input, Int32(pcm.count), output, Int32(bytes.count))
        guard count > 0 else {
            throw AudioDeviceError(.codec, "libopus cannot encode a frame: \(opusMessage(count))")
        }
        frame(unsafe UnsafeBufferPointer(rebasing: bytes[..<Int(count)]).span)
    }

    /// Opus holds no frame back.
    public func finish(frame: (Span<UInt8>) -> Void) throws {}

    /// Turns on in-band forward error correction where the bit rate affords it; else does nothing.
    ///
    /// Below ``correctionBitRate`` libopus pays for the redundancy with audio bandwidth, and even the bare hint costs:
    /// on recorded prompts at 16 kbit/s a hint of 10 % takes PESQ-WB from 4.13 to 3.90 without any loss, and scores
    /// below no hint at 2 % and 10 % loss alike. There, repeats of whole frames in the packet protect better.
    public func expectLoss(percent: Int) {
        let percent = bitRate >= Self.correctionBitRate ? min(max(percent, 0), 100) : 0
        _ = unsafe COpus_encoder_set(encoder, OPUS_SET_INBAND_FEC_REQUEST, percent > 0 ? 1 : 0)
        _ = unsafe COpus_encoder_set(encoder, OPUS_SET_PACKET_LOSS_PERC_REQUEST, Int32(percent))
    }

    /// What libopus says its delay is, in samples.
    var lookahead: Int {
        var samples: Int32 = 0
        _ = unsafe COpus_encoder_get(encoder, OPUS_GET_LOOKAHEAD_REQUEST, &samples)
        return Int(samples)
    }

    private func configure(bitRate: Int, complexity: Int) throws {
        let settings: [(request: Int32, value: Int32)] = [
            (OPUS_SET_BITRATE_REQUEST, Int32(bitRate)),
            (OPUS_SET_VBR_REQUEST, 1),
            (OPUS_SET_VBR_CONSTRAINT_REQUEST, 0),
            (OPUS_SET_COMPLEXITY_REQUEST, Int32(clamping: min(max(complexity, 0), 10))),
            (OPUS_SET_SIGNAL_REQUEST, OPUS_SIGNAL_VOICE),
            (OPUS_SET_BANDWIDTH_REQUEST, OPUS_BANDWIDTH_WIDEBAND),
            (OPUS_SET_DTX_REQUEST, 0),
        ]
        for setting in settings {
            let status = unsafe COpus_encoder_set(encoder, setting.request, setting.value)
            guard status == OPUS_OK else {
                throw AudioDeviceError(.codec, "libopus refuses setting \(setting.request): \(opusMessage(status))")
            }
        }
    }
}

func opusMessage(_ status: Int32) -> String {
    unsafe String(cString: opus_strerror(status))
}
#endif

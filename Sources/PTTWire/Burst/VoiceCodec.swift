/// The codec byte of a burst header.
public enum VoiceCodec: UInt8, Hashable, Sendable, CaseIterable {
    /// AAC-LC, 16 kHz, mono, 16 kbit/s, 1024 samples a frame: what every shipped peer plays.
    case aacLC = 0x01
    /// Opus, 16 kHz, mono, 16 kbit/s, 320 samples a frame; sent only to a peer that announced it.
    case opus = 0x4F

    /// Samples of one frame at 16 kHz.
    public var samplesPerFrame: Int {
        switch self {
        case .aacLC: 1024
        case .opus: 320
        }
    }

    /// Duration of one frame in whole milliseconds, as the burst header carries it.
    public var frameMilliseconds: Int {
        samplesPerFrame / 16
    }

    /// Whether a burst of this codec can be cut into frames of that duration.
    public func allows(frameMilliseconds: UInt8) -> Bool {
        switch self {
        case .aacLC: frameMilliseconds == 64
        case .opus:
            frameMilliseconds == 10 || frameMilliseconds == 20 || frameMilliseconds == 40 || frameMilliseconds == 60
        }
    }
}

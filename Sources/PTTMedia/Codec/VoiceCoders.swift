public import PTTVoice
public import PTTWire

/// Makes the coder that a burst header names.
public enum VoiceCoders {
    /// Makes an encoder for one burst.
    public static func encoder(for codec: VoiceCodec) throws -> any VoiceEncoder {
        switch codec {
        case .aacLC: try AACVoiceEncoder()
        case .opus: try opusEncoder()
        }
    }

    /// Makes a decoder; it serves one burst after another when reset between them.
    public static func decoder(for codec: VoiceCodec) throws -> any VoiceDecoder {
        switch codec {
        case .aacLC: try AACVoiceDecoder()
        case .opus: try opusDecoder()
        }
    }

    #if canImport(AVFAudio)
    /// The codecs that this build encodes and decodes, best first.
    public static let available: [VoiceCodec] = [.aacLC]

    private static func opusEncoder() throws -> any VoiceEncoder {
        throw AudioDeviceError(.codec, "Opus needs libopus, which this build has not; talk AAC")
    }

    private static func opusDecoder() throws -> any VoiceDecoder {
        throw AudioDeviceError(.codec, "Opus needs libopus, which this build has not; ask for AAC")
    }
    #else
    /// The codecs that this build encodes and decodes, best first.
    public static let available: [VoiceCodec] = [.opus, .aacLC]

    private static func opusEncoder() throws -> any VoiceEncoder { try OpusVoiceEncoder() }
    private static func opusDecoder() throws -> any VoiceDecoder { try OpusVoiceDecoder() }
    #endif
}

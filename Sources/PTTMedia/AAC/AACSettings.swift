import PTTVoice
import PTTWire

/// The one AAC stream that push-to-talk carries: AAC-LC, 16 kHz, mono, 1024 samples a frame.
enum AACSettings {
    static let samplesPerFrame = VoiceCodec.aacLC.samplesPerFrame

    /// 205 bytes of burst content less the 11-byte burst header and the 2-byte frame length.
    static let maximumFrameBytes = 192

    /// AudioSpecificConfig (ISO 14496-3, 1.6.2.1): object type 2, sampling index 8 (16 kHz), one channel.
    static let audioSpecificConfig: [UInt8] = [0x14, 0x08]

    /// The same with the backward compatible extension that says: no spectral band replication, so that no frame can
    /// make the decoder switch to 32 kHz.
    static let strictAudioSpecificConfig: [UInt8] = [0x14, 0x08, 0x56, 0xE5, 0x00]

    /// ISO 14496-3, 4.5.3.1: no access unit of one channel is longer than 6144 bits.
    static let longestAcceptedFrame = 768

    /// A single channel element with no section and no tool, then the end element: 1024 zero coefficients.
    static let silence: [UInt8] = [0x01, 0x40, 0x20, 0x07]
}

#if !canImport(AVFAudio)
import COpus
public import PTTVoice
import PTTWire

/// Decodes what ``OpusVoiceEncoder`` makes, and any other Opus frame of 20 ms; refuses everything else.
///
/// A missing frame is recovered from the forward error correction of the next one where that carries any, else
/// extrapolated by libopus. One owner at a time.
@safe public final class OpusVoiceDecoder: VoiceDecoder {
    public let format = VoiceFormat(
        codec: .opus, samplesPerFrame: VoiceCodec.opus.samplesPerFrame,
        maximumFrameBytes: OpusVoiceEncoder.maximumFrameBytes, algorithmicDelay: OpusVoiceEncoder.algorithmicDelay)

    /// RFC 6716 section 3.4: no Opus frame is longer; more is refused unread.
    static let longestAcceptedFrame = 1_275

    private let decoder: OpaquePointer

    public init() throws {
        var status: Int32 = 0
        guard let decoder = unsafe opus_decoder_create(Int32(PCM.sampleRate), 1, &status) else {
            throw AudioDeviceError(.codec, "libopus cannot make a decoder: \(opusMessage(status))")
        }
        unsafe self.decoder = decoder
    }

    deinit {
        unsafe opus_decoder_destroy(decoder)
    }

    public func decode(_ frame: Span<UInt8>, into samples: inout MutableSpan<Float>) throws {
        guard carriesOneFrameDuration(frame) else {
            throw AudioDeviceError(.codec, "an Opus frame of \(frame.count) bytes does not hold 20 ms")
        }
        let status = decode(frame, errorCorrection: false, into: &samples)
        guard status == Int32(format.samplesPerFrame) else {
            throw AudioDeviceError(.codec, "libopus refuses a frame: \(opusMessage(min(status, 0)))")
        }
    }

    public func conceal(next: Span<UInt8>?, into samples: inout MutableSpan<Float>) -> Bool {
        if let next, carriesOneFrameDuration(next) {
            return decode(next, errorCorrection: true, into: &samples) == Int32(format.samplesPerFrame)
        }
        return decode(nil, errorCorrection: false, into: &samples) == Int32(format.samplesPerFrame)
    }

    public func reset() {
        _ = unsafe COpus_decoder_reset(decoder)
    }

    private func carriesOneFrameDuration(_ frame: Span<UInt8>) -> Bool {
        guard (1...Self.longestAcceptedFrame).contains(frame.count) else { return false }
        return unsafe frame.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return false }
            return unsafe opus_packet_get_nb_samples(start, Int32(bytes.count), Int32(PCM.sampleRate))
                == Int32(format.samplesPerFrame)
        }
    }

    /// - Returns: the number of samples written, or a negative libopus status.
    private func decode(_ frame: Span<UInt8>?, errorCorrection: Bool, into samples: inout MutableSpan<Float>) -> Int32 {
        let count = format.samplesPerFrame
        guard samples.count >= count else { return Int32(OPUS_BUFFER_TOO_SMALL) }
        let decoder = unsafe decoder
        return unsafe samples.withUnsafeMutableBufferPointer { pcm in
            guard let output = pcm.baseAddress else { return Int32(OPUS_ALLOC_FAIL) }
            guard let frame else {
                return unsafe opus_decode_float(decoder, nil, 0, output, Int32(count), 0)
            }
            return unsafe frame.withUnsafeBufferPointer { bytes in
                unsafe opus_decode_float(
                    decoder, bytes.baseAddress, Int32(bytes.count), output, Int32(count), errorCorrection ? 1 : 0)
            }
        }
    }
}
#endif

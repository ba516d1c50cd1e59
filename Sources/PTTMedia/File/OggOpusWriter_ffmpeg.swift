#if !canImport(AVFAudio)
import CFFmpeg
import PTTVoice
import PTTWire

/// Writes Opus frames as an Ogg file, a page every 100 ms, so that any prefix plays. One owner at a time.
@safe final class OggOpusWriter: VoiceNoteWriter {
    private let file: MuxedFile
    private var frames = 0

    /// - Parameter path: created, readable by its owner only, or overwritten.
    init(path: String) throws {
        let priming = OpusVoiceEncoder.algorithmicDelay * Self.ticksPerSample
        let track = MuxedFile.Track(
            codec: AV_CODEC_ID_OPUS, rate: 48_000, priming: priming, frame: Self.ticksPerFrame,
            configuration: Self.identification(preSkip: UInt16(priming)), bitRate: OpusVoiceEncoder.bitRate)
        file = try MuxedFile(path: path, format: "opus", track: track, options: [])
        // The headers, before any sound.
        try file.flush()
    }

    var duration: Duration {
        PCM.duration(ofSamples: frames * VoiceCodec.opus.samplesPerFrame)
    }

    func append(_ frame: Span<UInt8>) throws {
        try file.append(frame, lasting: Self.ticksPerFrame)
        frames += 1
        if frames % Self.framesPerPage == 0 { try file.flush() }
    }

    func appendMissing(frames count: Int) throws {
        let frame = Self.emptyFrame
        for _ in 0..<count { try append(frame.span) }
    }

    func finish() throws {
        try file.finish()
    }

    private static let framesPerPage = 5

    /// Ogg counts Opus at 48 kHz whatever the input was (RFC 7845 section 4).
    private static let ticksPerSample = 3
    private static let ticksPerFrame = VoiceCodec.opus.samplesPerFrame * ticksPerSample

    /// A frame of 20 ms wideband speech without content, for which decoders conceal (RFC 6716 section 3.2.1).
    private static let emptyFrame: [UInt8] = [0x48]

    /// The identification header, RFC 7845 section 5.1.
    private static func identification(preSkip: UInt16) -> [UInt8] {
        let rate = UInt32(PCM.sampleRate)
        var header = Array("OpusHead".utf8) + [1, 1]
        header += [UInt8(truncatingIfNeeded: preSkip), UInt8(truncatingIfNeeded: preSkip >> 8)]
        header += (0..<4).map { UInt8(truncatingIfNeeded: rate >> (8 * $0)) }
        return header + [0, 0, 0]
    }
}

extension VoiceNotes {
    static func opusWriter(path: String) throws -> any VoiceNoteWriter {
        try OggOpusWriter(path: path)
    }
}
#endif

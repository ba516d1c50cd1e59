#if !canImport(AVFAudio)
import CFFmpeg
import PTTVoice

/// One run of libavcodec's AAC encoder at one bit rate, without any promise about frame sizes.
@safe final class AACStream {
    /// One frame of look-ahead before the encoder emits, and one of window overlap before the decoder can.
    static let algorithmicDelay = 2 * AACSettings.samplesPerFrame

    /// Bandwidth in Hz. Recorded prompts at 16 kbit/s score 2.10 without a limit, 2.13 with this one: bits spent above
    /// it are missed below. A still narrower band scores higher yet, but is heard.
    private static let cutoff: Int32 = 4_000

    /// The `fast` coder scores 2.10 on recorded prompts where the default `twoloop` scores 2.01, in a third of the time.
    private static let options: [(name: String, value: String)] = [("aac_coder", "fast")]

    private let context: UnsafeMutablePointer<AVCodecContext>
    private let frame: UnsafeMutablePointer<AVFrame>
    private let packet: UnsafeMutablePointer<AVPacket>

    init(bitRate: Int) throws {
        LibAV.quiet
        guard let codec = unsafe avcodec_find_encoder(AV_CODEC_ID_AAC) else {
            throw AudioDeviceError(
                .codec, "libavcodec was built without its AAC encoder; install libavcodec from Debian")
        }
        guard let context = unsafe avcodec_alloc_context3(codec), let frame = unsafe av_frame_alloc(),
            let packet = unsafe av_packet_alloc()
        else { throw AudioDeviceError(.codec, "out of memory for an AAC encoder") }
        unsafe self.context = context
        unsafe self.frame = frame
        unsafe self.packet = packet
        unsafe context.pointee.sample_rate = Int32(PCM.sampleRate)
        unsafe context.pointee.bit_rate = Int64(bitRate)
        unsafe context.pointee.sample_fmt = AV_SAMPLE_FMT_FLTP
        unsafe context.pointee.profile = FF_PROFILE_AAC_LOW
        unsafe context.pointee.cutoff = Self.cutoff
        unsafe context.pointee.thread_count = 1
        // Without it the first frame carries the library's name.
        unsafe context.pointee.flags |= AV_CODEC_FLAG_BITEXACT
        unsafe CFFmpeg_set_mono(&context.pointee.ch_layout)
        for (name, value) in Self.options {
            let status = unsafe av_opt_set(context.pointee.priv_data, name, value, 0)
            try LibAV.check(status, .codec, "AAC encoder option \(name)")
        }
        try LibAV.check(unsafe avcodec_open2(context, codec, nil), .codec, "libavcodec's AAC encoder does not open")
        try prepareFrame()
    }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = unsafe self.context
        unsafe avcodec_free_context(&context)
        var frame: UnsafeMutablePointer<AVFrame>? = unsafe self.frame
        unsafe av_frame_free(&frame)
        var packet: UnsafeMutablePointer<AVPacket>? = unsafe self.packet
        unsafe av_packet_free(&packet)
    }

    /// Encodes one frame of PCM.
    func push(_ samples: Span<Float>) throws {
        try LibAV.check(unsafe av_frame_make_writable(frame), .codec, "AAC encoder input")
        guard let plane = unsafe frame.pointee.data.0 else {
            throw AudioDeviceError(.codec, "AAC encoder input has no plane")
        }
        let count = min(samples.count, AACSettings.samplesPerFrame)
        unsafe plane.withMemoryRebound(to: Float.self, capacity: count) { input in
            for index in 0..<count { unsafe input[index] = samples[index] }
        }
        try LibAV.check(unsafe avcodec_send_frame(context, frame), .codec, "libavcodec cannot encode a frame")
    }

    /// Says that no more PCM comes.
    func end() throws {
        try LibAV.check(unsafe avcodec_send_frame(context, nil), .codec, "libavcodec cannot finish a stream")
    }

    /// Hands the next finished access unit to `body`; false when there is none.
    func pop(_ body: (Span<UInt8>) -> Void) throws -> Bool {
        let status = unsafe avcodec_receive_packet(context, packet)
        if status == CFFmpeg_error_again || status == CFFmpeg_error_end { return false }
        try LibAV.check(status, .codec, "libavcodec cannot encode a frame")
        defer { unsafe av_packet_unref(packet) }
        let bytes = unsafe UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size))
        body(unsafe bytes.span)
        return true
    }

    private func prepareFrame() throws {
        unsafe frame.pointee.nb_samples = Int32(AACSettings.samplesPerFrame)
        unsafe frame.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
        unsafe frame.pointee.sample_rate = Int32(PCM.sampleRate)
        unsafe CFFmpeg_set_mono(&frame.pointee.ch_layout)
        try LibAV.check(unsafe av_frame_get_buffer(frame, 0), .codec, "out of memory for AAC encoder input")
    }
}
#endif

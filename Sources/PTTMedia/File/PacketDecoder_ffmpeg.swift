#if !canImport(AVFAudio)
import CFFmpeg
import PTTVoice

/// Decodes the packets of one stream to mono of the stream's own rate.
@safe final class PacketDecoder {
    private let context: UnsafeMutablePointer<AVCodecContext>
    private let frame: UnsafeMutablePointer<AVFrame>
    private let path: String

    init(stream: UnsafeMutablePointer<AVStream>, path: String) throws {
        self.path = path
        let identifier = unsafe stream.pointee.codecpar.pointee.codec_id
        guard let codec = unsafe avcodec_find_decoder(identifier) else {
            let name = unsafe String(cString: avcodec_get_name(identifier))
            throw AudioDeviceError(
                .unsupportedFormat, "\(path) is coded in \(name), which libavcodec here cannot decode")
        }
        guard let context = unsafe avcodec_alloc_context3(codec), let frame = unsafe av_frame_alloc() else {
            throw AudioDeviceError(.unreadable, "out of memory for reading \(path)")
        }
        unsafe self.context = context
        unsafe self.frame = frame
        let copied = unsafe avcodec_parameters_to_context(context, stream.pointee.codecpar)
        try LibAV.check(copied, .unsupportedFormat, "cannot decode \(path)")
        unsafe context.pointee.pkt_timebase = unsafe stream.pointee.time_base
        unsafe context.pointee.thread_count = 1
        unsafe context.pointee.max_samples = Self.longestFrame
        try LibAV.check(unsafe avcodec_open2(context, codec, nil), .unsupportedFormat, "cannot decode \(path)")
    }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = unsafe self.context
        unsafe avcodec_free_context(&context)
        var frame: UnsafeMutablePointer<AVFrame>? = unsafe self.frame
        unsafe av_frame_free(&frame)
    }

    /// Takes one packet, or nil after the last.
    func send(_ packet: UnsafeMutablePointer<AVPacket>?) throws {
        let status = unsafe avcodec_send_packet(context, packet)
        try LibAV.check(status, .codec, "damaged packet in \(path)")
    }

    /// Whether another frame came out; it is the current one until the next call.
    func receive() throws -> Bool {
        let status = unsafe avcodec_receive_frame(context, frame)
        if status == CFFmpeg_error_again || status == CFFmpeg_error_end { return false }
        try LibAV.check(status, .codec, "damaged packet in \(path)")
        return true
    }

    /// Of the current frame, in Hz.
    var rate: Int { unsafe Int(frame.pointee.sample_rate) }

    /// Appends the mean of all channels of the current frame.
    func appendMono(to output: inout [Float]) {
        let samples = unsafe Int(frame.pointee.nb_samples)
        let channels = unsafe Int(frame.pointee.ch_layout.nb_channels)
        guard samples > 0, (1...Self.mostChannels).contains(channels), let planes = unsafe frame.pointee.extended_data
        else { return }
        let format = unsafe AVSampleFormat(frame.pointee.format)
        let isPlanar = av_sample_fmt_is_planar(format) != 0
        let read = SampleReader(format: av_get_packed_sample_fmt(format))
        let scale = 1 / Float(channels)
        for index in 0..<samples {
            var sum: Float = 0
            for channel in 0..<channels {
                guard let plane = unsafe planes[isPlanar ? channel : 0] else { return }
                sum += unsafe read.value(plane, isPlanar ? index : index * channels + channel)
            }
            output.append((sum * scale).sanitizedSample)
        }
    }

    /// Samples; 11 s at 96 kHz, more than any codec puts into a frame.
    private static let longestFrame: Int64 = 1 << 20
    private static let mostChannels = 64
}

/// Reads a sample of one packed format as a float in −1…1.
private enum SampleReader {
    case unsigned8, signed16, signed32, signed64, float, double, unknown

    init(format: AVSampleFormat) {
        switch format {
        case AV_SAMPLE_FMT_U8: self = .unsigned8
        case AV_SAMPLE_FMT_S16: self = .signed16
        case AV_SAMPLE_FMT_S32: self = .signed32
        case AV_SAMPLE_FMT_S64: self = .signed64
        case AV_SAMPLE_FMT_FLT: self = .float
        case AV_SAMPLE_FMT_DBL: self = .double
        default: self = .unknown
        }
    }

    @unsafe func value(_ plane: UnsafeMutablePointer<UInt8>, _ index: Int) -> Float {
        let raw = UnsafeRawPointer(plane)
        return switch self {
        case .unsigned8: unsafe (Float(plane[index]) - 128) / 128
        case .signed16: unsafe Float(raw.load(fromByteOffset: index * 2, as: Int16.self)) / 0x1p15
        case .signed32: unsafe Float(raw.load(fromByteOffset: index * 4, as: Int32.self)) / 0x1p31
        case .signed64: unsafe Float(raw.load(fromByteOffset: index * 8, as: Int64.self)) / 0x1p63
        case .float: unsafe raw.load(fromByteOffset: index * 4, as: Float.self)
        case .double: unsafe Float(raw.load(fromByteOffset: index * 8, as: Double.self))
        case .unknown: 0
        }
    }
}
#endif

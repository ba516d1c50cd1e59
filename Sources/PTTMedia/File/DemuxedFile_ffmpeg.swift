#if !canImport(AVFAudio)
import CFFmpeg
import PTTVoice

/// The best audio stream of a file, packet by packet.
///
/// Only local audio containers are opened: no playlist, no network, nothing that names another file.
@safe final class DemuxedFile {
    /// Owned by `container`, valid as long as this object.
    let stream: UnsafeMutablePointer<AVStream>
    let packet: UnsafeMutablePointer<AVPacket>
    private var container: UnsafeMutablePointer<AVFormatContext>?
    private let pipe: StreamedInput?

    /// - Parameter path: a file, or `-` for standard input, which holds a container or raw 16-bit 16 kHz mono.
    init(path: String, pipe: StreamedInput? = nil) throws {
        LibAV.quiet
        guard let packet = unsafe av_packet_alloc() else {
            throw AudioDeviceError(.unreadable, "out of memory for reading \(path)")
        }
        var container: UnsafeMutablePointer<AVFormatContext>?
        do {
            unsafe container = try Self.open(path, pipe)
            if unsafe pipe?.format == nil || !Self.isKnown(container) {
                let status = unsafe avformat_find_stream_info(container, nil)
                try LibAV.check(status, .unreadable, "cannot read \(path) as audio")
            }
            unsafe stream = try Self.audioStream(of: container, path)
        } catch {
            var packet: UnsafeMutablePointer<AVPacket>? = unsafe packet
            unsafe av_packet_free(&packet)
            unsafe avformat_close_input(&container)
            throw error
        }
        unsafe self.packet = packet
        unsafe self.container = unsafe container
        self.pipe = pipe
    }

    deinit {
        var packet: UnsafeMutablePointer<AVPacket>? = unsafe self.packet
        unsafe av_packet_free(&packet)
        unsafe avformat_close_input(&container)
    }

    /// Reads the next packet of the stream into ``packet``; false at the end.
    func next() throws -> Bool {
        unsafe av_packet_unref(packet)
        while true {
            let status = unsafe av_read_frame(container, packet)
            if status == CFFmpeg_error_again { continue }
            // A truncated file ends where it was cut.
            if status < 0 { return false }
            if unsafe packet.pointee.stream_index == stream.pointee.index { return true }
            unsafe av_packet_unref(packet)
        }
    }

    private static func open(_ path: String, _ pipe: StreamedInput?) throws -> UnsafeMutablePointer<AVFormatContext>? {
        var container = unsafe avformat_alloc_context()
        guard let allocated = unsafe container else {
            throw AudioDeviceError(.unreadable, "out of memory for reading \(path)")
        }
        unsafe allocated.pointee.probesize = 1 << 16
        var options: OpaquePointer?
        defer { unsafe av_dict_free(&options) }
        unsafe av_dict_set(&options, "protocol_whitelist", "file", 0)
        unsafe av_dict_set(&options, "format_whitelist", containers, 0)
        unsafe av_dict_set(&options, "codec_whitelist", codecs, 0)
        var format: UnsafePointer<AVInputFormat>?
        if let pipe {
            unsafe allocated.pointee.pb = unsafe pipe.context
            if let name = pipe.format { unsafe format = av_find_input_format(name) }
            unsafe av_dict_set(&options, "sample_rate", String(PCM.sampleRate), 0)
            unsafe av_dict_set(&options, "ch_layout", "mono", 0)
            // As little as the WAV reader can hand over at once, for a pipe may be live.
            unsafe av_dict_set(&options, "max_size", "1024", 0)
        }
        let status = unsafe avformat_open_input(&container, pipe == nil ? "file:" + path : nil, format, &options)
        try LibAV.check(status, .unreadable, "cannot read \(path) as audio")
        return unsafe container
    }

    /// Whether the header told all, so that no sound need be read ahead, which on a live pipe would be late ever after.
    private static func isKnown(_ container: UnsafeMutablePointer<AVFormatContext>?) -> Bool {
        guard let container = unsafe container, unsafe container.pointee.nb_streams == 1,
            let parameters = unsafe container.pointee.streams[0]?.pointee.codecpar
        else { return false }
        return unsafe parameters.pointee.sample_rate > 0 && parameters.pointee.ch_layout.nb_channels > 0
    }

    private static func audioStream(
        of container: UnsafeMutablePointer<AVFormatContext>?, _ path: String
    ) throws -> UnsafeMutablePointer<AVStream> {
        let index = unsafe av_find_best_stream(container, AVMEDIA_TYPE_AUDIO, -1, -1, nil, 0)
        try LibAV.check(index, .unsupportedFormat, "\(path) holds no audio")
        guard let stream = unsafe container?.pointee.streams[Int(index)] else {
            throw AudioDeviceError(.unsupportedFormat, "\(path) holds no audio")
        }
        return unsafe stream
    }

    private static let containers =
        "wav,w64,aiff,au,caf,mov,mp4,m4a,3gp,aac,ogg,flac,mp3,g722,s16le,matroska,webm,amr,gsm,sln,mulaw,alaw"
    private static let codecs =
        "aac,opus,vorbis,flac,alac,mp3,mp3float,mp2,mp2float,g722,pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,"
        + "pcm_s32be,pcm_u8,pcm_s8,pcm_f32le,pcm_f32be,pcm_f64le,pcm_f64be,pcm_mulaw,pcm_alaw,adpcm_ima_wav,adpcm_ms,"
        + "adpcm_g722,gsm,gsm_ms,amrnb,amrwb,libopus,libgsm,libspeex,libvorbis"
}
#endif

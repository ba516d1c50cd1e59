#if !canImport(AVFAudio)
import CFFmpeg
import Foundation
import PTTVoice

/// One audio stream on its way into a container.
@safe final class MuxedFile {
    private let path: String
    private let container: UnsafeMutablePointer<AVFormatContext>
    private let packet: UnsafeMutablePointer<AVPacket>
    private let timeBase: AVRational
    private var time: Int64
    private var isFinished = false

    /// What the container must know about the stream.
    struct Track {
        var codec: AVCodecID
        /// Of the time line, in ticks a second.
        var rate: Int
        /// Ticks that the decoder discards at the start.
        var priming: Int
        /// Samples of one frame, in ticks.
        var frame: Int
        var configuration: [UInt8]
        var bitRate: Int
    }

    /// - Parameters:
    ///   - format: the muxer's short name.
    ///   - options: of the muxer.
    init(path: String, format: String, track: Track, options: [(name: String, value: String)]) throws {
        LibAV.quiet
        // The library would make the file readable by others.
        try GrowingFile(path: path, mode: 0o600).close()
        self.path = path
        timeBase = AVRational(num: 1, den: Int32(track.rate))
        time = -Int64(track.priming)
        guard let packet = unsafe av_packet_alloc() else {
            throw AudioDeviceError(.unwritable, "out of memory for writing \(path)")
        }
        do {
            unsafe container = try Self.open(path, format, track, options)
        } catch {
            var packet: UnsafeMutablePointer<AVPacket>? = unsafe packet
            unsafe av_packet_free(&packet)
            throw error
        }
        unsafe self.packet = packet
    }

    deinit {
        var packet: UnsafeMutablePointer<AVPacket>? = unsafe self.packet
        unsafe av_packet_free(&packet)
        unsafe avio_closep(&container.pointee.pb)
        unsafe avformat_free_context(container)
    }

    /// Appends one packet that lasts `ticks`.
    func append(_ bytes: Span<UInt8>, lasting ticks: Int) throws {
        try LibAV.check(
            unsafe av_new_packet(packet, Int32(clamping: bytes.count)), .unwritable, "no memory for \(path)")
        defer { unsafe av_packet_unref(packet) }
        guard let data = unsafe packet.pointee.data else { return }
        for index in 0..<bytes.count { unsafe data[index] = bytes[index] }
        unsafe packet.pointee.pts = time
        unsafe packet.pointee.dts = time
        unsafe packet.pointee.duration = Int64(ticks)
        unsafe packet.pointee.flags = AV_PKT_FLAG_KEY
        time += Int64(ticks)
        if let stream = unsafe container.pointee.streams[0] {
            unsafe av_packet_rescale_ts(packet, timeBase, stream.pointee.time_base)
        }
        try LibAV.check(unsafe av_write_frame(container, packet), .unwritable, "\(path) cannot be written")
    }

    /// Cuts a fragment or page here and hands it to the system.
    func flush() throws {
        try LibAV.check(unsafe av_write_frame(container, nil), .unwritable, "\(path) cannot be written")
        unsafe avio_flush(container.pointee.pb)
        try LibAV.check(unsafe container.pointee.pb?.pointee.error ?? 0, .unwritable, "\(path) cannot be written")
    }

    /// Completes and closes the file.
    func finish() throws {
        guard !isFinished else { return }
        isFinished = true
        try LibAV.check(unsafe av_write_trailer(container), .unwritable, "\(path) cannot be completed")
        try LibAV.check(unsafe avio_closep(&container.pointee.pb), .unwritable, "\(path) cannot be closed")
    }

    private static func open(
        _ path: String, _ format: String, _ track: Track, _ options: [(name: String, value: String)]
    ) throws -> UnsafeMutablePointer<AVFormatContext> {
        var allocated: UnsafeMutablePointer<AVFormatContext>?
        // Named, because an index is moved to the front by reading the file back.
        let status = unsafe avformat_alloc_output_context2(&allocated, nil, format, "file:" + path)
        try LibAV.check(status, .unwritable, "libavformat cannot write \(format)")
        guard let container = unsafe allocated else {
            throw AudioDeviceError(.unwritable, "out of memory for writing \(path)")
        }
        do {
            // No name of a library, no date.
            unsafe container.pointee.flags |= AVFMT_FLAG_BITEXACT | AVFMT_FLAG_FLUSH_PACKETS
            try unsafe add(track, to: container)
            let opened = unsafe avio_open(&container.pointee.pb, "file:" + path, AVIO_FLAG_WRITE)
            try LibAV.check(opened, .unwritable, "\(path) cannot be written")
            var dictionary: OpaquePointer?
            defer { unsafe av_dict_free(&dictionary) }
            for option in options { unsafe av_dict_set(&dictionary, option.name, option.value, 0) }
            let started = unsafe avformat_write_header(container, &dictionary)
            try LibAV.check(started, .unwritable, "\(path) cannot be written")
        } catch {
            unsafe avio_closep(&container.pointee.pb)
            unsafe avformat_free_context(container)
            throw error
        }
        return unsafe container
    }

    private static func add(_ track: Track, to container: UnsafeMutablePointer<AVFormatContext>) throws {
        guard let stream = unsafe avformat_new_stream(container, nil),
            let parameters = unsafe stream.pointee.codecpar
        else { throw AudioDeviceError(.unwritable, "out of memory for a file") }
        unsafe stream.pointee.time_base = AVRational(num: 1, den: Int32(track.rate))
        unsafe parameters.pointee.codec_type = AVMEDIA_TYPE_AUDIO
        unsafe parameters.pointee.codec_id = track.codec
        unsafe parameters.pointee.sample_rate = Int32(track.rate)
        unsafe parameters.pointee.bit_rate = Int64(track.bitRate)
        unsafe parameters.pointee.frame_size = Int32(track.frame)
        unsafe parameters.pointee.initial_padding = Int32(track.priming)
        unsafe CFFmpeg_set_mono(&parameters.pointee.ch_layout)
        try unsafe LibAV.setExtraData(
            track.configuration, &parameters.pointee.extradata, &parameters.pointee.extradata_size)
    }
}
#endif

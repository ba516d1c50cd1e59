#if !canImport(AVFAudio)
import CFFmpeg
public import PTTVoice
import PTTWire

/// Decodes raw AAC-LC access units of 16 kHz mono, 1024 samples each; refuses everything else.
///
/// AAC has no concealment of its own: a missing frame is made of the one before. One owner at a time.
@safe public final class AACVoiceDecoder: VoiceDecoder {
    public let format = VoiceFormat(
        codec: .aacLC, samplesPerFrame: AACSettings.samplesPerFrame,
        maximumFrameBytes: AACSettings.longestAcceptedFrame, algorithmicDelay: AACStream.algorithmicDelay)

    private var context: UnsafeMutablePointer<AVCodecContext>
    private let frame: UnsafeMutablePointer<AVFrame>
    private let packet: UnsafeMutablePointer<AVPacket>
    /// Missing frames that the loaded access unit can still stand for.
    private var concealable = 0

    /// A frame and two more of 64 ms; by then the sound has faded out.
    private static let longestConcealment = 3

    public init() throws {
        LibAV.quiet
        guard let frame = unsafe av_frame_alloc(), let packet = unsafe av_packet_alloc() else {
            throw AudioDeviceError(.codec, "out of memory for an AAC decoder")
        }
        unsafe context = try Self.openedContext()
        unsafe self.frame = frame
        unsafe self.packet = packet
        let status = unsafe av_new_packet(packet, Int32(AACSettings.longestAcceptedFrame))
        try LibAV.check(status, .codec, "no memory for AAC input")
    }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = unsafe self.context
        unsafe avcodec_free_context(&context)
        var frame: UnsafeMutablePointer<AVFrame>? = unsafe self.frame
        unsafe av_frame_free(&frame)
        var packet: UnsafeMutablePointer<AVPacket>? = unsafe self.packet
        unsafe av_packet_free(&packet)
    }

    public func decode(_ accessUnit: Span<UInt8>, into samples: inout MutableSpan<Float>) throws {
        guard (1...AACSettings.longestAcceptedFrame).contains(accessUnit.count) else {
            throw AudioDeviceError(.codec, "an AAC frame has 1…768 bytes, not \(accessUnit.count)")
        }
        guard samples.count >= format.samplesPerFrame else {
            throw AudioDeviceError(.codec, "an AAC frame needs room for \(format.samplesPerFrame) samples")
        }
        concealable = 0
        try load(accessUnit)
        try decodeLoaded(into: &samples)
        concealable = Self.longestConcealment
    }

    /// Decodes the last access unit once more, ever softer: its window overlaps well with the frames on both sides.
    ///
    /// On recorded prompts that scores as high as continuing the waveform with the aliasing of the overlap made up for.
    public func conceal(next: Span<UInt8>?, into samples: inout MutableSpan<Float>) -> Bool {
        guard concealable > 0, samples.count >= format.samplesPerFrame else { return false }
        do {
            try decodeLoaded(into: &samples)
        } catch {
            concealable = 0
            return false
        }
        let gain = Float(concealable) / Float(Self.longestConcealment)
        let slope = 1 / Float(Self.longestConcealment * format.samplesPerFrame)
        for index in 0..<format.samplesPerFrame {
            samples[index] *= gain - slope * Float(index)
        }
        concealable -= 1
        return true
    }

    /// Opens the codec anew: flushing it would keep its noise generator and whatever a hostile frame configured.
    public func reset() {
        concealable = 0
        guard let fresh = unsafe try? Self.openedContext() else {
            unsafe avcodec_flush_buffers(context)
            return
        }
        var old: UnsafeMutablePointer<AVCodecContext>? = unsafe context
        unsafe avcodec_free_context(&old)
        unsafe context = fresh
    }

    private func decodeLoaded(into samples: inout MutableSpan<Float>) throws {
        try LibAV.check(unsafe avcodec_send_packet(context, packet), .codec, "libavcodec refuses an AAC frame")
        let frames = try drain(into: &samples)
        guard frames == 1 else {
            throw AudioDeviceError(.codec, "an AAC access unit decodes to \(frames) frames instead of one")
        }
    }

    private func load(_ accessUnit: Span<UInt8>) throws {
        try LibAV.check(unsafe av_packet_make_writable(packet), .codec, "no memory for AAC input")
        guard let data = unsafe packet.pointee.data else {
            throw AudioDeviceError(.codec, "no memory for AAC input")
        }
        for index in 0..<accessUnit.count {
            unsafe data[index] = accessUnit[index]
        }
        // libavcodec's bit reader may look this far behind the end.
        for index in accessUnit.count..<accessUnit.count + Int(AV_INPUT_BUFFER_PADDING_SIZE) {
            unsafe data[index] = 0
        }
        unsafe packet.pointee.size = Int32(accessUnit.count)
    }

    /// Takes every frame that the packet held, so that the next packet is not refused for one left over.
    private func drain(into samples: inout MutableSpan<Float>) throws -> Int {
        var frames = 0
        var problem: AudioDeviceError?
        while true {
            let status = unsafe avcodec_receive_frame(context, frame)
            if status == CFFmpeg_error_again || status == CFFmpeg_error_end { break }
            try LibAV.check(status, .codec, "libavcodec refuses an AAC frame")
            if frames == 0 { problem = copyFrame(into: &samples) }
            frames += 1
            unsafe av_frame_unref(frame)
        }
        if let problem { throw problem }
        return frames
    }

    private func copyFrame(into samples: inout MutableSpan<Float>) -> AudioDeviceError? {
        let count = format.samplesPerFrame
        guard unsafe frame.pointee.format == AV_SAMPLE_FMT_FLTP.rawValue,
            unsafe Int(frame.pointee.nb_samples) == count, unsafe frame.pointee.ch_layout.nb_channels == 1,
            unsafe Int(frame.pointee.sample_rate) == PCM.sampleRate, let plane = unsafe frame.pointee.data.0
        else { return AudioDeviceError(.codec, "an AAC frame is not 1024 samples of 16 kHz mono") }
        unsafe plane.withMemoryRebound(to: Float.self, capacity: count) { decoded in
            for index in 0..<count {
                samples[index] = unsafe decoded[index].sanitizedSample
            }
        }
        return nil
    }

    private static func openedContext() throws -> UnsafeMutablePointer<AVCodecContext> {
        guard let codec = unsafe avcodec_find_decoder(AV_CODEC_ID_AAC) else {
            throw AudioDeviceError(
                .codec, "libavcodec was built without its AAC decoder; install libavcodec from Debian")
        }
        guard let context = unsafe avcodec_alloc_context3(codec) else {
            throw AudioDeviceError(.codec, "out of memory for an AAC decoder")
        }
        unsafe context.pointee.thread_count = 1
        unsafe context.pointee.request_sample_fmt = AV_SAMPLE_FMT_FLTP
        do {
            try unsafe LibAV.setExtraData(
                AACSettings.strictAudioSpecificConfig, &context.pointee.extradata, &context.pointee.extradata_size)
            let status = unsafe avcodec_open2(context, codec, nil)
            try LibAV.check(status, .codec, "libavcodec's AAC decoder does not open")
        } catch {
            var failed: UnsafeMutablePointer<AVCodecContext>? = unsafe context
            unsafe avcodec_free_context(&failed)
            throw error
        }
        return unsafe context
    }
}
#endif

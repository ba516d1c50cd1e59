#if !canImport(AVFAudio)
import CFFmpeg
import PTTVoice

/// What every use of libavcodec and libavformat here shares.
enum LibAV {
    /// Silences the library's own messages, which hostile input would fill a terminal with; errors are thrown instead.
    static let quiet: Void = {
        av_log_set_level(AV_LOG_QUIET)
        av_max_alloc(largestBlock)
    }()

    /// Bytes; what a file claims about itself cannot make the library ask for more at once.
    private static let largestBlock = 64 << 20

    /// What the library says about a negative status.
    static func message(_ status: Int32) -> String {
        var text = [CChar](repeating: 0, count: Int(AV_ERROR_MAX_STRING_SIZE))
        let found = unsafe av_strerror(status, &text, text.count) == 0
        return found ? String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self) : "error \(status)"
    }

    /// Throws `code` with `problem` and what the library says, unless `status` is a success.
    @discardableResult
    static func check(_ status: Int32, _ code: AudioDeviceError.Code, _ problem: @autoclosure () -> String) throws
        -> Int32
    {
        guard status >= 0 else { throw AudioDeviceError(code, "\(problem()): \(message(status))") }
        return status
    }

    /// Stores a codec's out-of-band configuration as libavcodec wants it: its own memory, padded with zeros.
    static func setExtraData(
        _ bytes: [UInt8], _ data: inout UnsafeMutablePointer<UInt8>?, _ count: inout Int32
    ) throws {
        guard let memory = unsafe av_mallocz(bytes.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)) else {
            throw AudioDeviceError(.codec, "out of memory for a codec's configuration")
        }
        let typed = unsafe memory.assumingMemoryBound(to: UInt8.self)
        for (index, byte) in bytes.enumerated() { unsafe typed[index] = byte }
        unsafe data = typed
        count = Int32(bytes.count)
    }
}
#endif

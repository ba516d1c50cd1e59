#if canImport(AVFAudio)
import AVFAudio
import PTTVoice

/// The formats that every use of AVFAudio here shares, and what a converter is fed with.
enum AppleAudio {
    /// Mono in floats.
    static func pcm(sampleRate: Int = PCM.sampleRate) throws -> AVAudioFormat {
        guard
            let format = AVAudioFormat(
                commonFormat: .pcmFormatFloat32, sampleRate: Double(sampleRate), channels: 1, interleaved: false)
        else { throw AudioDeviceError(.unsupportedFormat, "this system has no mono at \(sampleRate) Hz") }
        return format
    }

    static var aacSettings: [String: Any] {
        [AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: Double(PCM.sampleRate), AVNumberOfChannelsKey: 1]
    }

    /// AAC-LC, 16 kHz mono.
    static func aac() throws -> AVAudioFormat {
        guard let format = AVAudioFormat(settings: aacSettings) else {
            throw AudioDeviceError(.codec, "this system has no AAC")
        }
        return format
    }

    static func converter(from source: AVAudioFormat, to target: AVAudioFormat) throws -> AVAudioConverter {
        guard let converter = AVAudioConverter(from: source, to: target) else {
            throw AudioDeviceError(.codec, "this system does not convert from \(source) to \(target)")
        }
        return converter
    }

    static func buffer(_ format: AVAudioFormat, capacity: Int) throws -> AVAudioPCMBuffer {
        guard let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(capacity)) else {
            throw AudioDeviceError(.codec, "out of memory for sound")
        }
        return buffer
    }

    /// Copies samples into the only channel of `buffer`, sanitized.
    static func fill(_ buffer: AVAudioPCMBuffer, with samples: Span<Float>) {
        guard let channel = unsafe buffer.floatChannelData?[0] else { return }
        let count = min(samples.count, Int(buffer.frameCapacity))
        for index in 0..<count { unsafe channel[index] = samples[index].sanitizedSample }
        buffer.frameLength = AVAudioFrameCount(count)
    }
}

/// Feeds a converter one buffer, then says that there is no more for now, or for ever.
final class ConverterFeed: @unchecked Sendable {
    // Sendable: the converter calls back on the thread that called it, before it returns.
    private var buffer: AVAudioBuffer?
    private let afterwards: AVAudioConverterInputStatus

    init(_ buffer: AVAudioBuffer?, afterwards: AVAudioConverterInputStatus = .noDataNow) {
        self.buffer = buffer
        self.afterwards = afterwards
    }

    func next(_ status: UnsafeMutablePointer<AVAudioConverterInputStatus>) -> AVAudioBuffer? {
        defer { buffer = nil }
        unsafe status.pointee = buffer == nil ? afterwards : .haveData
        return buffer
    }
}
#endif

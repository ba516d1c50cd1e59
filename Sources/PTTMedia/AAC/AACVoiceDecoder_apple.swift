#if canImport(AVFAudio)
import AVFAudio
import Foundation
public import PTTVoice
import PTTWire

/// Decodes raw AAC-LC access units of 16 kHz mono, 1024 samples each; refuses everything else.
///
/// AAC has no concealment of its own. One owner at a time.
public final class AACVoiceDecoder: VoiceDecoder {
    public let format = VoiceFormat(
        codec: .aacLC, samplesPerFrame: AACSettings.samplesPerFrame,
        maximumFrameBytes: AACSettings.longestAcceptedFrame, algorithmicDelay: AACStream.algorithmicDelay)

    private let converter: AVAudioConverter
    private let input: AVAudioCompressedBuffer
    private let output: AVAudioPCMBuffer

    public init() throws {
        let aac = try AppleAudio.aac()
        let pcm = try AppleAudio.pcm()
        converter = try AppleAudio.converter(from: aac, to: pcm)
        input = AVAudioCompressedBuffer(
            format: aac, packetCapacity: 1, maximumPacketSize: AACSettings.longestAcceptedFrame)
        output = try AppleAudio.buffer(pcm, capacity: AACSettings.samplesPerFrame)
    }

    public func decode(_ accessUnit: Span<UInt8>, into samples: inout MutableSpan<Float>) throws {
        let count = format.samplesPerFrame
        guard (1...AACSettings.longestAcceptedFrame).contains(accessUnit.count), samples.count >= count else {
            throw AudioDeviceError(.codec, "an AAC frame has 1…768 bytes, not \(accessUnit.count)")
        }
        load(accessUnit)
        var error: NSError?
        let feed = ConverterFeed(input)
        output.frameLength = 0
        let status = unsafe converter.convert(to: output, error: &error) { unsafe feed.next($1) }
        guard status != .error else {
            throw AudioDeviceError(
                .codec, "an AAC frame is refused: \(error?.localizedDescription ?? "no reason given")")
        }
        guard let channel = unsafe output.floatChannelData?[0] else {
            throw AudioDeviceError(.codec, "an AAC frame holds no sound")
        }
        // The first frame of a stream may yield fewer samples: the decoder's own priming.
        let decoded = min(Int(output.frameLength), count)
        for index in 0..<count {
            samples[index] = index < count - decoded ? 0 : unsafe channel[index - (count - decoded)].sanitizedSample
        }
    }

    public func conceal(next: Span<UInt8>?, into samples: inout MutableSpan<Float>) -> Bool {
        false
    }

    public func reset() {
        converter.reset()
    }

    private func load(_ accessUnit: Span<UInt8>) {
        for index in 0..<accessUnit.count {
            unsafe input.data.storeBytes(of: accessUnit[index], toByteOffset: index, as: UInt8.self)
        }
        input.byteLength = UInt32(accessUnit.count)
        input.packetCount = 1
        unsafe input.packetDescriptions?.pointee = AudioStreamPacketDescription(
            mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: UInt32(accessUnit.count))
    }
}
#endif

#if canImport(AVFAudio)
import AVFAudio
import Foundation
import PTTVoice

/// One run of Apple's AAC encoder at one bit rate, without any promise about frame sizes.
final class AACStream {
    /// The priming of Apple's encoder (Apple, QTFF appendix G: 2112 samples).
    static let algorithmicDelay = 2_112

    private let converter: AVAudioConverter
    private let input: AVAudioPCMBuffer
    private let output: AVAudioCompressedBuffer
    private var feed = ConverterFeed(nil)

    init(bitRate: Int) throws {
        let pcm = try AppleAudio.pcm()
        let aac = try AppleAudio.aac()
        converter = try AppleAudio.converter(from: pcm, to: aac)
        converter.bitRate = bitRate
        // A constant rate would fill silence up.
        converter.bitRateStrategy = AVAudioBitRateStrategy_VariableConstrained
        input = try AppleAudio.buffer(pcm, capacity: AACSettings.samplesPerFrame)
        output = AVAudioCompressedBuffer(
            format: aac, packetCapacity: 1, maximumPacketSize: max(converter.maximumOutputPacketSize, 1))
    }

    /// Encodes one frame of PCM.
    func push(_ samples: Span<Float>) throws {
        AppleAudio.fill(input, with: samples)
        feed = ConverterFeed(input)
    }

    /// Says that no more PCM comes.
    func end() throws {
        feed = ConverterFeed(nil, afterwards: .endOfStream)
    }

    /// Hands the next finished access unit to `body`; false when there is none.
    func pop(_ body: (Span<UInt8>) -> Void) throws -> Bool {
        var error: NSError?
        let feed = feed
        output.packetCount = 0
        output.byteLength = 0
        let status = unsafe converter.convert(to: output, error: &error) { unsafe feed.next($1) }
        switch status {
        case .error:
            throw AudioDeviceError(.codec, "AAC cannot be encoded: \(error?.localizedDescription ?? "no reason given")")
        case .haveData, .inputRanDry, .endOfStream: break
        @unknown default: break
        }
        guard output.packetCount > 0, output.byteLength > 0 else { return false }
        let bytes = unsafe UnsafeRawBufferPointer(start: output.data, count: Int(output.byteLength))
        body(unsafe bytes.assumingMemoryBound(to: UInt8.self).span)
        return true
    }
}
#endif

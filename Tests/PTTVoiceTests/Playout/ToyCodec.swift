import PTTVoice
import PTTWire

/// A codec whose frame is PCM itself, 8 bits a sample with the samples of a frame subsampled by `step`.
///
/// With `step` 1 a frame is its samples; a large `step` gives frames of a few bytes that hold constants.
final class ToyDecoder: VoiceDecoder {
    let format: VoiceFormat
    let hasConcealment: Bool
    private(set) var decoded = 0

    init(samplesPerFrame: Int = 320, hasConcealment: Bool = false) {
        format = VoiceFormat(
            codec: .opus, samplesPerFrame: samplesPerFrame, maximumFrameBytes: samplesPerFrame, algorithmicDelay: 0)
        self.hasConcealment = hasConcealment
    }

    func decode(_ frame: Span<UInt8>, into samples: inout MutableSpan<Float>) throws {
        guard frame[0] != ToyCodec.refused else { throw ToyCodec.Refused() }
        decoded += 1
        for index in samples.indices {
            samples[index] = ToyCodec.value(frame[index * frame.count / samples.count])
        }
    }

    /// Its own concealment is a value that nothing else makes.
    func conceal(next: Span<UInt8>?, into samples: inout MutableSpan<Float>) -> Bool {
        guard hasConcealment else { return false }
        for index in samples.indices {
            samples[index] = next == nil ? ToyCodec.concealed : ToyCodec.recovered
        }
        return true
    }

    func reset() {}
}

enum ToyCodec {
    struct Refused: Error {}

    static let refused: UInt8 = 255
    static let concealed: Float = -2 / 128
    static let recovered: Float = -3 / 128

    /// A frame that decodes to one value in 0…1 all through; the value tells which frame it was.
    static func constant(_ number: Int) -> [UInt8] {
        [UInt8(128 + number % 100)]
    }

    static func number(_ sample: Float) -> Int {
        Int((sample * 128).rounded())
    }

    static func value(_ byte: UInt8) -> Float {
        Float(Int(byte) - 128) / 128
    }

    static func frames(_ samples: [Float], samplesPerFrame: Int) -> [[UInt8]] {
        stride(from: 0, to: samples.count - samplesPerFrame + 1, by: samplesPerFrame).map { start in
            samples[start..<start + samplesPerFrame].map { UInt8(min(254, max(0, Int(($0 * 128).rounded()) + 128))) }
        }
    }
}

/// Raw 16-bit samples, little-endian, as command line tools pass them.
public enum PCM16 {
    public static func bytes(of samples: [Float]) -> [UInt8] {
        samples.flatMap { sample -> [UInt8] in
            let value = Int16(max(-32_768, min(32_767, (sample * 32_768).rounded())))
            return [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
        }
    }

    public static func samples(of bytes: [UInt8]) -> [Float] {
        stride(from: 0, to: bytes.count - 1, by: 2).map {
            Float(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)) / 32_768
        }
    }
}

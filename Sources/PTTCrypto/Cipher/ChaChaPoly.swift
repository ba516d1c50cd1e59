/// ChaCha20-Poly1305 (RFC 8439).
public enum ChaChaPoly {
    public static let keyByteCount = 32
    public static let tagByteCount = 16

    /// Twelve bytes that one key must never see twice.
    public struct Nonce: Hashable, Sendable {
        /// As they enter the cipher.
        let bytes: InlineArray<12, UInt8>

        /// Noise's nonce: four zero bytes, then the counter, little-endian.
        public init(counter: UInt64) {
            var bytes = InlineArray<12, UInt8>(repeating: 0)
            for index in 0..<8 { bytes[4 + index] = UInt8(truncatingIfNeeded: counter >> (8 * UInt64(index))) }
            self.bytes = bytes
        }

        /// Throws `wrongLength` unless there are twelve bytes.
        public init(_ bytes: Span<UInt8>) throws(CryptoError) {
            guard bytes.count == 12 else { throw .wrongLength }
            self.bytes = InlineArray { index in bytes[index] }
        }

        public static func == (left: Nonce, right: Nonce) -> Bool {
            left.bytes.indices.allSatisfy { left.bytes[$0] == right.bytes[$0] }
        }

        public func hash(into hasher: inout Hasher) {
            for index in bytes.indices { hasher.combine(bytes[index]) }
        }
    }
}

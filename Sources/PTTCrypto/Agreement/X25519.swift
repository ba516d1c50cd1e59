/// Diffie–Hellman on Curve25519 (RFC 7748).
public enum X25519 {
    public static let keyByteCount = 32

    public struct PublicKey: Hashable, Sendable {
        /// The 32 bytes of the u-coordinate as received, whether canonical or not.
        public let bytes: [UInt8]

        /// Throws `wrongLength` unless there are 32 bytes; every 32 bytes are a key (RFC 7748 §5).
        public init(_ bytes: Span<UInt8>) throws(CryptoError) {
            guard bytes.count == keyByteCount else { throw .wrongLength }
            self.bytes = [UInt8](copying: bytes)
        }

        public init(_ bytes: [UInt8]) throws(CryptoError) {
            try self.init(bytes.span)
        }

        fileprivate init(checked bytes: [UInt8]) {
            self.bytes = bytes
        }
    }

    /// The scalar and its public key; costs one multiplication to make.
    public struct PrivateKey: Sendable {
        /// The 32 bytes as given; clamped where they are used.
        public let bytes: SecretBytes
        public let publicKey: PublicKey
        private let key: X25519Key

        /// A new key from the system's random source.
        public init() {
            self.init(checked: .random(count: keyByteCount))
        }

        /// Throws `wrongLength` unless there are 32 bytes.
        public init(_ bytes: SecretBytes) throws(CryptoError) {
            guard bytes.count == keyByteCount else { throw .wrongLength }
            self.init(checked: bytes)
        }

        private init(checked bytes: SecretBytes) {
            self.bytes = bytes
            key = X25519Key(scalar: bytes)
            publicKey = PublicKey(checked: key.publicBytes)
        }

        /// The 32 shared bytes: for a key derivation, never a key themselves.
        ///
        /// Throws `lowOrderPoint` when they would be zero (RFC 7748 §6.1).
        public func sharedSecret(with peer: PublicKey) throws(CryptoError) -> SecretBytes {
            try key.sharedSecret(with: peer)
        }
    }
}

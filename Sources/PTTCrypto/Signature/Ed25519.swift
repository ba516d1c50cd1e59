/// Edwards-curve signatures (RFC 8032, pure Ed25519).
public enum Ed25519 {
    public static let keyByteCount = 32
    public static let signatureByteCount = 64

    /// A key made ready once, to verify many signatures.
    public struct PublicKey: Hashable, Sendable {
        /// The 32 bytes of the encoded point.
        public let bytes: [UInt8]
        private let key: Ed25519VerifyingKey

        /// Throws `wrongLength` unless there are 32 bytes; `invalidKey` for an encoding that is not canonical, and for a
        /// point of small order, under which one signature would fit every message. Bytes off the curve pass, and then no
        /// signature is valid.
        public init(_ bytes: Span<UInt8>) throws(CryptoError) {
            guard bytes.count == keyByteCount else { throw .wrongLength }
            guard Ed25519.isSound(bytes), let key = Ed25519VerifyingKey(bytes) else { throw .invalidKey }
            self.bytes = [UInt8](copying: bytes)
            self.key = key
        }

        public init(_ bytes: [UInt8]) throws(CryptoError) {
            try self.init(bytes.span)
        }

        /// False for a signature that does not fit, whatever is wrong with it: length, S not below the group's order, R.
        public func isValid(_ signature: Span<UInt8>, for message: Span<UInt8>) -> Bool {
            signature.count == signatureByteCount && key.isValid(signature, for: message)
        }

        public func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
            isValid(signature.span, for: message.span)
        }

        public static func == (left: PublicKey, right: PublicKey) -> Bool {
            left.bytes == right.bytes
        }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(bytes)
        }
    }

    /// A key made ready once, to sign many messages.
    public struct PrivateKey: Sendable {
        /// The 32 bytes of the seed.
        public let seed: SecretBytes
        public let publicKey: PublicKey
        private let key: Ed25519SigningKey

        /// A new key from the system's random source.
        public init() {
            self.init(checked: .random(count: keyByteCount))
        }

        /// Throws `wrongLength` unless there are 32 bytes.
        public init(seed: SecretBytes) throws(CryptoError) {
            guard seed.count == keyByteCount else { throw .wrongLength }
            self.init(checked: seed)
        }

        private init(checked seed: SecretBytes) {
            self.seed = seed
            key = Ed25519SigningKey(seed: seed)
            guard let publicKey = try? PublicKey(key.publicBytes) else { fatalError("a seed without a public key") }
            self.publicKey = publicKey
        }

        /// 64 bytes, R then S. Apple's library mixes randomness in, so compare signatures by verifying them.
        public func signature(for message: Span<UInt8>) -> [UInt8] {
            key.signature(for: message)
        }

        public func signature(for message: [UInt8]) -> [UInt8] {
            signature(for: message.span)
        }
    }
}

/// ECDSA on the NIST curve P-256 with SHA-256 (FIPS 186-5; ES256 of RFC 7518 §3.4).
public enum P256 {
    /// Verifies signatures.
    public struct PublicKey: Hashable, Sendable {
        /// The uncompressed point: `04 ‖ x ‖ y`, 65 bytes (SEC 1 §2.3.3).
        public let x963Representation: [UInt8]
        private let key: P256VerifyingKey

        /// Throws `wrongLength` unless there are 65 bytes, `invalidKey` when they are no point of the curve.
        public init(x963Representation bytes: Span<UInt8>) throws(CryptoError) {
            guard bytes.count == 65 else { throw .wrongLength }
            guard bytes[0] == 4, let key = P256VerifyingKey(point: bytes) else { throw .invalidKey }
            self.key = key
            x963Representation = [UInt8](copying: bytes)
        }

        /// Reads a SubjectPublicKeyInfo (`BEGIN PUBLIC KEY`); throws `invalidKey` for anything else.
        public init(pemRepresentation text: String) throws(CryptoError) {
            guard let key = P256VerifyingKey(pem: text) else { throw .invalidKey }
            try self.init(x963Representation: key.point.span)
        }

        public var pemRepresentation: String {
            key.pem
        }

        /// The message is hashed here.
        public func isValid(_ signature: Signature, for message: Span<UInt8>) -> Bool {
            key.isValid(signature, for: message)
        }

        public func isValid(_ signature: Signature, for message: [UInt8]) -> Bool {
            isValid(signature, for: message.span)
        }

        public static func == (left: PublicKey, right: PublicKey) -> Bool {
            left.x963Representation == right.x963Representation
        }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(x963Representation)
        }
    }

    /// Makes signatures; each takes fresh randomness, so no two are alike.
    public struct PrivateKey: Sendable {
        public let publicKey: PublicKey
        private let key: P256SigningKey

        /// A new key from the system's random source.
        public init() {
            self.init(checked: P256SigningKey())
        }

        /// Throws `wrongLength` unless there are 32 bytes, `invalidKey` unless the number is between 0 and the group's order.
        public init(rawRepresentation scalar: SecretBytes) throws(CryptoError) {
            guard scalar.count == 32 else { throw .wrongLength }
            guard let key = P256SigningKey(scalar: scalar) else { throw .invalidKey }
            self.init(checked: key)
        }

        /// Reads PKCS #8 (`BEGIN PRIVATE KEY`) or SEC 1 (`BEGIN EC PRIVATE KEY`); throws `invalidKey` for anything else,
        /// another curve and an encrypted key included.
        public init(pemRepresentation text: String) throws(CryptoError) {
            guard let key = P256SigningKey(pem: text) else { throw .invalidKey }
            self.init(checked: key)
        }

        private init(checked key: P256SigningKey) {
            guard let publicKey = try? PublicKey(x963Representation: key.point.span) else {
                fatalError("a scalar without a public key")
            }
            self.key = key
            self.publicKey = publicKey
        }

        /// PKCS #8. The text is a secret that nobody zeroes: write it to its file and let it go.
        public var pemRepresentation: String {
            key.pem
        }

        /// The message is hashed here.
        public func signature(for message: Span<UInt8>) -> Signature {
            key.signature(for: message)
        }

        public func signature(for message: [UInt8]) -> Signature {
            signature(for: message.span)
        }
    }
}

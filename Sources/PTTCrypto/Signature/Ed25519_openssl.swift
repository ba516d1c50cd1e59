#if !canImport(CryptoKit)

import COpenSSL

struct Ed25519VerifyingKey: Sendable {
    private let key: LibraryKey

    init?(_ bytes: Span<UInt8>) {
        guard let key = LibraryKey(kind: EVP_PKEY_ED25519, publicBytes: bytes) else { return nil }
        self.key = key
    }

    func isValid(_ signature: Span<UInt8>, for message: Span<UInt8>) -> Bool {
        key.isValid(signature, for: message, digest: nil)
    }
}

struct Ed25519SigningKey: Sendable {
    private let key: LibraryKey

    /// `seed` has 32 bytes.
    init(seed: SecretBytes) {
        guard let key = LibraryKey(kind: EVP_PKEY_ED25519, privateBytes: seed) else {
            fatalError("libcrypto refused a seed")
        }
        self.key = key
    }

    var publicBytes: [UInt8] {
        key.publicBytes(count: Ed25519.keyByteCount)
    }

    func signature(for message: Span<UInt8>) -> [UInt8] {
        key.signature(for: message, digest: nil, atMost: Ed25519.signatureByteCount)
    }
}

#endif

#if !canImport(CryptoKit)

import COpenSSL

struct P256VerifyingKey: Sendable {
    private let key: LibraryKey

    /// SubjectPublicKeyInfo of this curve, up to the 65 bytes of the point (RFC 5480).
    private static let front: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86, 0x48,
        0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
    ]

    init?(point: Span<UInt8>) {
        var encoding = P256VerifyingKey.front
        for index in point.indices { encoding.append(point[index]) }
        let pointer = unsafe encoding.withUnsafeBufferPointer { encoding in
            var position = encoding.baseAddress
            return unsafe d2i_PUBKEY(nil, &position, encoding.count)
        }
        ERR_clear_error()
        guard let pointer = unsafe pointer else { return nil }
        unsafe key = LibraryKey(owning: pointer)
    }

    init?(pem: String) {
        guard let key = unsafe LibraryKey(pem: pem, reading: COpenSSL_public_key_from_pem), key.isOnP256 else {
            return nil
        }
        self.key = key
    }

    var point: [UInt8] { key.point }

    var pem: String {
        unsafe key.pem { bio, key in unsafe PEM_write_bio_PUBKEY(bio, key) }
    }

    func isValid(_ signature: P256.Signature, for message: Span<UInt8>) -> Bool {
        key.isValid(signature.derRepresentation.span, for: message, digest: Library.sha256)
    }
}

struct P256SigningKey: Sendable {
    private let key: LibraryKey

    init() {
        let pointer = unsafe Library.required(COpenSSL_generate_p256())
        unsafe key = LibraryKey(owning: pointer)
    }

    /// ECPrivateKey of this curve without its public key, around the 32 bytes of the scalar (RFC 5915).
    init?(scalar: SecretBytes) {
        let front: [UInt8] = [0x30, 0x31, 0x02, 0x01, 0x01, 0x04, 0x20]
        let back: [UInt8] = [0xa0, 0x0a, 0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07]
        let encoding = SecretBytes(count: front.count + 32 + back.count) { output in
            for index in front.indices { output[index] = front[index] }
            scalar.withSpan { scalar in
                for index in scalar.indices { output[front.count + index] = scalar[index] }
            }
            for index in back.indices { output[front.count + 32 + index] = back[index] }
        }
        let pointer = unsafe encoding.withSpan { encoding in
            unsafe encoding.withUnsafeBufferPointer { encoding in
                var position = encoding.baseAddress
                return unsafe d2i_PrivateKey(EVP_PKEY_EC, nil, &position, encoding.count)
            }
        }
        ERR_clear_error()
        guard let pointer = unsafe pointer else { return nil }
        let key = unsafe LibraryKey(owning: pointer)
        guard key.isSoundPrivateKey else { return nil }
        self.key = key
    }

    init?(pem: String) {
        guard let key = unsafe LibraryKey(pem: pem, reading: COpenSSL_private_key_from_pem), key.isOnP256,
            key.isSoundPrivateKey
        else { return nil }
        self.key = key
    }

    var point: [UInt8] { key.point }

    var pem: String {
        unsafe key.pem { bio, key in unsafe PEM_write_bio_PKCS8PrivateKey(bio, key, nil, nil, 0, nil, nil) }
    }

    func signature(for message: Span<UInt8>) -> P256.Signature {
        let encoded = key.signature(for: message, digest: Library.sha256, atMost: 72)
        guard let signature = try? P256.Signature(derRepresentation: encoded.span) else {
            fatalError("libcrypto gave no signature")
        }
        return signature
    }
}

#endif

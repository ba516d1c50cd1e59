#if !canImport(CryptoKit)

import COpenSSL

struct X25519Key: Sendable {
    private let key: LibraryKey

    /// `scalar` has 32 bytes.
    init(scalar: SecretBytes) {
        guard let key = LibraryKey(kind: EVP_PKEY_X25519, privateBytes: scalar) else {
            fatalError("libcrypto refused a scalar")
        }
        self.key = key
    }

    var publicBytes: [UInt8] {
        key.publicBytes(count: X25519.keyByteCount)
    }

    func sharedSecret(with peer: X25519.PublicKey) throws(CryptoError) -> SecretBytes {
        guard let peerKey = LibraryKey(kind: EVP_PKEY_X25519, publicBytes: peer.bytes.span) else { throw .invalidKey }
        let context = unsafe Library.required(EVP_PKEY_CTX_new(key.pointer, nil))
        defer { unsafe EVP_PKEY_CTX_free(context) }
        unsafe Library.require(EVP_PKEY_derive_init(context) == 1)
        unsafe Library.require(EVP_PKEY_derive_set_peer(context, peerKey.pointer) == 1)
        return try SecretBytes(count: X25519.keyByteCount) { output throws(CryptoError) in
            var count = output.count
            let derived = unsafe output.withUnsafeMutableBufferPointer { output in
                unsafe EVP_PKEY_derive(context, output.baseAddress, &count) == 1
            }
            ERR_clear_error()
            var union: UInt8 = 0
            for index in output.indices { union |= output[index] }
            guard derived, union != 0 else { throw .lowOrderPoint }
        }
    }
}

#endif

#if !canImport(CryptoKit)

import COpenSSL

/// One key of libcrypto's, of any kind, freed with its last user.
///
/// Sendable because nothing here changes a key after `init`; libcrypto guards its own caches in it with a lock.
@safe final class LibraryKey: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes over the reference.
    init(owning pointer: OpaquePointer) {
        unsafe self.pointer = unsafe pointer
    }

    deinit {
        unsafe EVP_PKEY_free(pointer)
    }

    /// Nil when the bytes are no private key of that kind.
    convenience init?(kind: CInt, privateBytes: SecretBytes) {
        let pointer = unsafe privateBytes.withSpan { bytes in
            unsafe bytes.withUnsafeBufferPointer { bytes in
                unsafe EVP_PKEY_new_raw_private_key(kind, nil, bytes.baseAddress, bytes.count)
            }
        }
        guard let pointer = unsafe pointer else { return nil }
        unsafe self.init(owning: pointer)
    }

    /// Nil when the bytes are no public key of that kind.
    convenience init?(kind: CInt, publicBytes: Span<UInt8>) {
        let pointer = unsafe publicBytes.withUnsafeBufferPointer { bytes in
            unsafe EVP_PKEY_new_raw_public_key(kind, nil, bytes.baseAddress, bytes.count)
        }
        guard let pointer = unsafe pointer else { return nil }
        unsafe self.init(owning: pointer)
    }

    /// The raw public key, which has `count` bytes.
    func publicBytes(count: Int) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            initialized = count
            unsafe Library.require(EVP_PKEY_get_raw_public_key(pointer, buffer.baseAddress, &initialized) == 1)
        }
    }
}

#endif

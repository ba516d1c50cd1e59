#if !canImport(CryptoKit)

import COpenSSL

extension LibraryKey {
    /// True when the signature, in the encoding of the key's kind, fits the message hashed with `digest`.
    func isValid(_ signature: Span<UInt8>, for message: Span<UInt8>, digest: Library.Algorithm?) -> Bool {
        let context = unsafe Library.required(EVP_MD_CTX_new())
        defer {
            unsafe EVP_MD_CTX_free(context)
            ERR_clear_error()
        }
        unsafe Library.require(EVP_DigestVerifyInit(context, nil, digest?.pointer, nil, pointer) == 1)
        return unsafe signature.withUnsafeBufferPointer { signature in
            unsafe message.withUnsafeBufferPointer { message in
                unsafe EVP_DigestVerify(
                    context, signature.baseAddress, signature.count, message.baseAddress, message.count) == 1
            }
        }
    }

    /// A signature in the encoding of the key's kind, which has at most `capacity` bytes.
    func signature(for message: Span<UInt8>, digest: Library.Algorithm?, atMost capacity: Int) -> [UInt8] {
        let context = unsafe Library.required(EVP_MD_CTX_new())
        defer { unsafe EVP_MD_CTX_free(context) }
        unsafe Library.require(EVP_DigestSignInit(context, nil, digest?.pointer, nil, pointer) == 1)
        return unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, initialized in
            initialized = capacity
            unsafe message.withUnsafeBufferPointer { message in
                unsafe Library.require(
                    EVP_DigestSign(context, buffer.baseAddress, &initialized, message.baseAddress, message.count) == 1)
            }
        }
    }
}

#endif

#if !canImport(CryptoKit)

import COpenSSL

extension LibraryKey {
    /// Nil when the text holds no such key.
    convenience init?(pem: String, reading read: (UnsafeRawPointer?, CInt) -> OpaquePointer?) {
        let text = Array(pem.utf8)
        guard let count = CInt(exactly: text.count) else { return nil }
        let pointer = unsafe text.withUnsafeBytes { text in unsafe read(text.baseAddress, count) }
        guard let pointer = unsafe pointer else { return nil }
        unsafe self.init(owning: pointer)
    }

    func pem(writing write: (OpaquePointer, OpaquePointer) -> CInt) -> String {
        let bio = unsafe Library.required(BIO_new(BIO_s_mem()))
        defer { unsafe _ = BIO_free(bio) }
        unsafe Library.require(write(bio, pointer) == 1)
        return unsafe String(unsafeUninitializedCapacity: BIO_ctrl_pending(bio)) { buffer in
            unsafe Int(BIO_read(bio, buffer.baseAddress, CInt(buffer.count)))
        }
    }

    /// The uncompressed point of a key on P-256.
    var point: [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: 65) { buffer, initialized in
            unsafe Library.require(
                EVP_PKEY_get_octet_string_param(
                    pointer, OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY, buffer.baseAddress, buffer.count, &initialized) == 1)
        }
    }

    var isOnP256: Bool {
        unsafe COpenSSL_is_on_p256(pointer) == 1
    }

    /// True when scalar and point are in range and belong together.
    var isSoundPrivateKey: Bool {
        let context = unsafe Library.required(EVP_PKEY_CTX_new(pointer, nil))
        defer {
            unsafe EVP_PKEY_CTX_free(context)
            ERR_clear_error()
        }
        return unsafe EVP_PKEY_check(context) == 1
    }
}

#endif

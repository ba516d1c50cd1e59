#if !canImport(CryptoKit)

import COpenSSL

/// A running hash.
///
/// Sendable because ``SHA256`` changes a context only while it holds the one reference to it.
@safe final class SHA256Context: @unchecked Sendable {
    private let context: OpaquePointer

    init() {
        unsafe context = Library.required(EVP_MD_CTX_new())
        start()
    }

    init(copying other: SHA256Context) {
        unsafe context = Library.required(EVP_MD_CTX_new())
        unsafe Library.require(EVP_MD_CTX_copy_ex(context, other.context) == 1)
    }

    deinit {
        unsafe EVP_MD_CTX_free(context)
    }

    private func start() {
        unsafe Library.require(EVP_DigestInit_ex(context, Library.sha256.pointer, nil) == 1)
    }

    func update(_ bytes: UnsafeRawBufferPointer) {
        unsafe Library.require(EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1)
    }

    /// Writes 32 bytes and starts anew.
    func finalize(into output: UnsafeMutableRawBufferPointer) {
        let bytes = unsafe output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        unsafe Library.require(EVP_DigestFinal_ex(context, bytes, nil) == 1)
        start()
    }
}

#endif

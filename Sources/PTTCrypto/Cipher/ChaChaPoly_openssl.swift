#if !canImport(CryptoKit)

import COpenSSL

/// One key in libcrypto's hands.
///
/// Sendable because ``ChaChaPoly/Cipher`` uses a context only while it holds the one reference to it.
@safe final class ChaChaPolyContext: @unchecked Sendable {
    let key: SecretBytes
    private let context: OpaquePointer

    init(key: SecretBytes) {
        self.key = key
        let context = unsafe Library.required(EVP_CIPHER_CTX_new())
        unsafe self.context = unsafe context
        key.withSpan { key in
            unsafe key.withUnsafeBufferPointer { key in
                unsafe Library.require(
                    EVP_CipherInit_ex2(context, Library.chaChaPoly.pointer, key.baseAddress, nil, 1, nil) == 1)
            }
        }
    }

    deinit {
        unsafe EVP_CIPHER_CTX_free(context)
    }

    func seal(
        _ plaintext: Span<UInt8>, nonce: ChaChaPoly.Nonce, authenticating data: Span<UInt8>,
        into output: inout OutputSpan<UInt8>
    ) {
        unsafe nonce.bytes.span.withUnsafeBufferPointer { nonce in
            unsafe Library.require(EVP_EncryptInit_ex2(context, nil, nil, nonce.baseAddress, nil) == 1)
        }
        unsafe transform(data, into: nil)
        unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
            guard let base = buffer.baseAddress else { return }
            let target = unsafe base + initialized
            unsafe transform(plaintext, into: target)
            Library.require(finish())
            let tag = unsafe target + plaintext.count
            unsafe Library.require(COpenSSL_get_tag(context, tag, ChaChaPoly.tagByteCount) == 1)
            initialized += plaintext.count + ChaChaPoly.tagByteCount
        }
    }

    func open(
        _ sealed: Span<UInt8>, nonce: ChaChaPoly.Nonce, authenticating data: Span<UInt8>,
        into output: inout OutputSpan<UInt8>
    ) throws(CryptoError) {
        let ciphertext = sealed.extracting(droppingLast: ChaChaPoly.tagByteCount)
        unsafe nonce.bytes.span.withUnsafeBufferPointer { nonce in
            unsafe sealed.extracting(last: ChaChaPoly.tagByteCount).withUnsafeBytes { tag in
                unsafe Library.require(
                    COpenSSL_start_opening(context, nonce.baseAddress, tag.baseAddress, tag.count) == 1)
            }
        }
        unsafe transform(data, into: nil)
        let isGenuine = unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
            guard !ciphertext.isEmpty, let base = buffer.baseAddress else { return finish() }
            let target = unsafe base + initialized
            unsafe transform(ciphertext, into: target)
            guard finish() else {
                unsafe OPENSSL_cleanse(target, ciphertext.count)
                return false
            }
            initialized += ciphertext.count
            return true
        }
        guard isGenuine else { throw .authenticationFailed }
    }

    /// Into nowhere means data that is authenticated only.
    private func transform(_ input: Span<UInt8>, into target: UnsafeMutablePointer<UInt8>?) {
        guard !input.isEmpty else { return }
        var written: CInt = 0
        unsafe input.withUnsafeBufferPointer { input in
            unsafe Library.require(
                EVP_CipherUpdate(context, target, &written, input.baseAddress, CInt(input.count)) == 1)
        }
    }

    /// False when the tag to open does not fit. A stream cipher holds no last block, so nothing is written.
    private func finish() -> Bool {
        var block: UInt8 = 0
        var written: CInt = 0
        return unsafe EVP_CipherFinal_ex(context, &block, &written) == 1
    }
}

#endif

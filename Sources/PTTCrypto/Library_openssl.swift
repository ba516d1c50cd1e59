#if !canImport(CryptoKit)

import COpenSSL

/// What is asked of libcrypto once, and what is done when it fails where only a lack of memory can make it fail.
enum Library {
    /// Fetched once: an implicit fetch at each use costs more than hashing a packet.
    static let sha256 = unsafe Algorithm(required(EVP_MD_fetch(nil, "SHA256", nil)))
    static let chaChaPoly = unsafe Algorithm(required(EVP_CIPHER_fetch(nil, "ChaCha20-Poly1305", nil)))

    /// Sendable because libcrypto's fetched algorithms are immutable and counted atomically.
    @safe struct Algorithm: @unchecked Sendable {
        let pointer: OpaquePointer

        init(_ pointer: OpaquePointer) {
            unsafe self.pointer = unsafe pointer
        }
    }

    static func require(_ succeeded: Bool) {
        guard succeeded else { fatalError("libcrypto failed: \(lastError)") }
    }

    static func required(_ pointer: OpaquePointer?) -> OpaquePointer {
        guard let pointer = unsafe pointer else { fatalError("libcrypto failed: \(lastError)") }
        return unsafe pointer
    }

    private static var lastError: String {
        guard let reason = unsafe ERR_reason_error_string(ERR_get_error()) else { return "no reason given" }
        return unsafe String(cString: reason)
    }
}

#endif

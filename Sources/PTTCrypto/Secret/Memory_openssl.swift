#if !canImport(CryptoKit)

import COpenSSL

/// Memory operations that a compiler must not optimise.
enum Memory {
    /// Zeroes in a way that survives dead-store elimination.
    static func wipe(_ bytes: UnsafeMutableRawBufferPointer) {
        guard let base = bytes.baseAddress else { return }
        unsafe OPENSSL_cleanse(base, bytes.count)
    }

    /// Compares as many bytes as `left` has in constant time; both must have that many.
    static func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        guard let leftBase = left.baseAddress, let rightBase = right.baseAddress else { return true }
        return unsafe CRYPTO_memcmp(leftBase, rightBase, left.count) == 0
    }
}

#endif

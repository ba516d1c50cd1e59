#if !canImport(CryptoKit)

import COpenSSL

/// A running hash.
///
/// Sendable because ``SHA256`` changes a context only while it holds the one reference to it.
final class SHA256Context: @unchecked Sendable {
    private var state = SHA256_CTX()

    init() {
        unsafe Library.require(SHA256_Init(&state) == 1)
    }

    init(copying other: SHA256Context) {
        state = other.state
    }

    deinit {
        unsafe withUnsafeMutableBytes(of: &state) { unsafe Memory.wipe($0) }
    }

    func update(_ bytes: UnsafeRawBufferPointer) {
        unsafe Library.require(SHA256_Update(&state, bytes.baseAddress, bytes.count) == 1)
    }

    /// Writes 32 bytes and starts anew.
    func finalize(into output: UnsafeMutableRawBufferPointer) {
        let bytes = unsafe output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        unsafe Library.require(SHA256_Final(bytes, &state) == 1)
        unsafe Library.require(SHA256_Init(&state) == 1)
    }
}

#endif

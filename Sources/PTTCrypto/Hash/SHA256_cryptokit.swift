#if canImport(CryptoKit)

internal import CryptoKit

/// A running hash.
///
/// Sendable because ``SHA256`` changes a context only while it holds the one reference to it.
final class SHA256Context: @unchecked Sendable {
    private var hash: CryptoKit.SHA256

    init() {
        hash = CryptoKit.SHA256()
    }

    init(copying other: SHA256Context) {
        hash = other.hash
    }

    func update(_ bytes: UnsafeRawBufferPointer) {
        unsafe hash.update(bufferPointer: bytes)
    }

    /// Writes 32 bytes and starts anew.
    func finalize(into output: UnsafeMutableRawBufferPointer) {
        let digest = hash.finalize()
        unsafe digest.withUnsafeBytes { unsafe output.copyMemory(from: $0) }
        hash = CryptoKit.SHA256()
    }
}

#endif

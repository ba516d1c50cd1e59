#if !canImport(CryptoKit)

import COpenSSL

extension SecureRandom {
    static func fill(_ bytes: UnsafeMutableRawBufferPointer) {
        guard let base = bytes.baseAddress else { return }
        guard let count = CInt(exactly: bytes.count),
            unsafe RAND_bytes(base.assumingMemoryBound(to: UInt8.self), count) == 1
        else { fatalError("the system's random source failed") }
    }
}

#endif

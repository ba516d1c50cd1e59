#if canImport(CryptoKit)

internal import Security

extension SecureRandom {
    static func fill(_ bytes: UnsafeMutableRawBufferPointer) {
        guard let base = bytes.baseAddress else { return }
        guard unsafe SecRandomCopyBytes(kSecRandomDefault, bytes.count, base) == errSecSuccess else {
            fatalError("the system's random source failed")
        }
    }
}

#endif

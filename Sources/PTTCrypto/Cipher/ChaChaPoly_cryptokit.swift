#if canImport(CryptoKit)

internal import CryptoKit
internal import Foundation

/// One key in CryptoKit's hands.
final class ChaChaPolyContext: Sendable {
    let key: SecretBytes
    private let symmetricKey: SymmetricKey

    init(key: SecretBytes) {
        self.key = key
        symmetricKey = key.withSpan { key in
            unsafe key.withUnsafeBytes { unsafe SymmetricKey(data: $0) }
        }
    }

    func seal(
        _ plaintext: Span<UInt8>, nonce: ChaChaPoly.Nonce, authenticating data: Span<UInt8>,
        into output: inout OutputSpan<UInt8>
    ) {
        guard
            let box = unsafe plaintext.withUnsafeBytes({ plaintext in
                unsafe data.withUnsafeBytes { data in
                    try? unsafe CryptoKit.ChaChaPoly.seal(
                        plaintext, using: symmetricKey, nonce: nonce.forCryptoKit, authenticating: data)
                }
            })
        else { fatalError("CryptoKit failed to seal") }
        for byte in box.ciphertext { output.append(byte) }
        for byte in box.tag { output.append(byte) }
    }

    func open(
        _ sealed: Span<UInt8>, nonce: ChaChaPoly.Nonce, authenticating data: Span<UInt8>,
        into output: inout OutputSpan<UInt8>
    ) throws(CryptoError) {
        let ciphertext = sealed.extracting(droppingLast: ChaChaPoly.tagByteCount)
        let tag = sealed.extracting(last: ChaChaPoly.tagByteCount)
        let opened = unsafe ciphertext.withUnsafeBytes { ciphertext in
            unsafe tag.withUnsafeBytes { tag in
                unsafe data.withUnsafeBytes { data in
                    Result {
                        let box = try unsafe CryptoKit.ChaChaPoly.SealedBox(
                            nonce: nonce.forCryptoKit, ciphertext: ciphertext, tag: tag)
                        return try unsafe CryptoKit.ChaChaPoly.open(box, using: symmetricKey, authenticating: data)
                    }
                }
            }
        }
        guard case .success(let plaintext) = opened else { throw .authenticationFailed }
        for byte in plaintext { output.append(byte) }
    }
}

extension ChaChaPoly.Nonce {
    fileprivate var forCryptoKit: CryptoKit.ChaChaPoly.Nonce {
        get throws {
            try unsafe bytes.span.withUnsafeBytes { try unsafe CryptoKit.ChaChaPoly.Nonce(data: $0) }
        }
    }
}

#endif

#if canImport(CryptoKit)

internal import CryptoKit
internal import Foundation

struct Ed25519VerifyingKey: Sendable {
    private let key: Curve25519.Signing.PublicKey

    init?(_ bytes: Span<UInt8>) {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: [UInt8](copying: bytes)) else {
            return nil
        }
        self.key = key
    }

    func isValid(_ signature: Span<UInt8>, for message: Span<UInt8>) -> Bool {
        unsafe signature.withUnsafeBytes { signature in
            unsafe message.withUnsafeBytes { message in
                unsafe key.isValidSignature(signature, for: message)
            }
        }
    }
}

struct Ed25519SigningKey: Sendable {
    private let key: Curve25519.Signing.PrivateKey

    /// `seed` has 32 bytes.
    init(seed: SecretBytes) {
        let key = seed.withSpan { seed in
            unsafe seed.withUnsafeBytes { seed in
                try? unsafe Curve25519.Signing.PrivateKey(rawRepresentation: seed)
            }
        }
        guard let key else { fatalError("CryptoKit refused a seed") }
        self.key = key
    }

    var publicBytes: [UInt8] {
        [UInt8](key.publicKey.rawRepresentation)
    }

    func signature(for message: Span<UInt8>) -> [UInt8] {
        let signature = unsafe message.withUnsafeBytes { message in try? unsafe key.signature(for: message) }
        guard let signature else { fatalError("CryptoKit failed to sign") }
        return [UInt8](signature)
    }
}

#endif

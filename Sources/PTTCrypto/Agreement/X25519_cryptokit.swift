#if canImport(CryptoKit)

internal import CryptoKit
internal import Foundation

struct X25519Key: Sendable {
    private let key: Curve25519.KeyAgreement.PrivateKey

    /// `scalar` has 32 bytes.
    init(scalar: SecretBytes) {
        let key = scalar.withSpan { scalar in
            unsafe scalar.withUnsafeBytes { scalar in
                try? unsafe Curve25519.KeyAgreement.PrivateKey(rawRepresentation: scalar)
            }
        }
        guard let key else { fatalError("CryptoKit refused a scalar") }
        self.key = key
    }

    var publicBytes: [UInt8] {
        [UInt8](key.publicKey.rawRepresentation)
    }

    func sharedSecret(with peer: X25519.PublicKey) throws(CryptoError) -> SecretBytes {
        guard let peerKey = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: peer.bytes) else {
            throw .invalidKey
        }
        guard let secret = try? key.sharedSecretFromKeyAgreement(with: peerKey) else { throw .lowOrderPoint }
        return try SecretBytes(count: X25519.keyByteCount) { output throws(CryptoError) in
            var union: UInt8 = 0
            unsafe secret.withUnsafeBytes { secret in
                for index in output.indices {
                    unsafe output[index] = secret[index]
                    unsafe union |= secret[index]
                }
            }
            guard union != 0 else { throw .lowOrderPoint }
        }
    }
}

#endif

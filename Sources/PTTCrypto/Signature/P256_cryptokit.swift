#if canImport(CryptoKit)

internal import CryptoKit
internal import Foundation

struct P256VerifyingKey: Sendable {
    private let key: CryptoKit.P256.Signing.PublicKey

    init?(point: Span<UInt8>) {
        guard let key = try? CryptoKit.P256.Signing.PublicKey(x963Representation: [UInt8](copying: point)) else {
            return nil
        }
        self.key = key
    }

    init?(pem: String) {
        guard let key = try? CryptoKit.P256.Signing.PublicKey(pemRepresentation: pem) else { return nil }
        self.key = key
    }

    var point: [UInt8] { [UInt8](key.x963Representation) }

    var pem: String { key.pemRepresentation }

    func isValid(_ signature: P256.Signature, for message: Span<UInt8>) -> Bool {
        guard
            let signature = try? CryptoKit.P256.Signing.ECDSASignature(
                rawRepresentation: signature.rawRepresentation)
        else { return false }
        return unsafe message.withUnsafeBytes { message in unsafe key.isValidSignature(signature, for: message) }
    }
}

struct P256SigningKey: Sendable {
    private let key: CryptoKit.P256.Signing.PrivateKey

    init() {
        key = CryptoKit.P256.Signing.PrivateKey()
    }

    init?(scalar: SecretBytes) {
        let key = scalar.withSpan { scalar in
            unsafe scalar.withUnsafeBytes { scalar in
                try? unsafe CryptoKit.P256.Signing.PrivateKey(rawRepresentation: scalar)
            }
        }
        guard let key else { return nil }
        self.key = key
    }

    init?(pem: String) {
        guard let key = try? CryptoKit.P256.Signing.PrivateKey(pemRepresentation: pem) else { return nil }
        self.key = key
    }

    var point: [UInt8] { [UInt8](key.publicKey.x963Representation) }

    var pem: String { key.pemRepresentation }

    func signature(for message: Span<UInt8>) -> P256.Signature {
        let signature = unsafe message.withUnsafeBytes { message in try? unsafe key.signature(for: message) }
        guard let signature, let raw = try? P256.Signature(rawRepresentation: [UInt8](signature.rawRepresentation).span)
        else { fatalError("CryptoKit failed to sign") }
        return raw
    }
}

#endif

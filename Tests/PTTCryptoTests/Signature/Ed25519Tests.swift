import PTTCrypto
import PTTTestSupport
import Testing

@Suite struct Ed25519VectorTests {
    @Test func publishedSignatures() throws {
        for vector in try VectorFile("ed25519", from: "rfc").cases {
            let (message, signature) = try (vector.bytes("message"), vector.bytes("signature"))
            let key = try Ed25519.PrivateKey(seed: SecretBytes(copying: vector.bytes("seed")))
            #expect(try key.publicKey.bytes == vector.bytes("public"), "\(vector)")
            #expect(key.publicKey.isValid(signature, for: message), "\(vector)")
            #expect(key.publicKey.isValid(key.signature(for: message), for: message), "\(vector)")
            #if !canImport(CryptoKit)
            #expect(key.signature(for: message) == signature, "\(vector)")
            #endif
        }
    }

    @Test func edgeCases() throws {
        for vector in try VectorFile("ed25519", from: "wycheproof").cases {
            let (message, signature) = try (vector.bytes("message"), vector.bytes("signature"))
            let publicBytes = try vector.bytes("public")
            guard try vector.bool("key_valid") else {
                #expect(throws: CryptoError.self, "\(vector)") { _ = try Ed25519.PublicKey(publicBytes) }
                continue
            }
            let key = try Ed25519.PublicKey(publicBytes)
            #expect(try key.isValid(signature, for: message) == vector.bool("valid"), "\(vector)")
        }
    }
}

@Suite struct Ed25519Tests {
    @Test func aNewKeySignsWhatItsPublicKeyVerifies() throws {
        let (key, other) = (Ed25519.PrivateKey(), Ed25519.PrivateKey())
        let message = Array("over".utf8)
        let signature = key.signature(for: message)
        #expect(signature.count == Ed25519.signatureByteCount)
        #expect(key.publicKey.isValid(signature, for: message))
        #expect(!other.publicKey.isValid(signature, for: message))
        #expect(try Ed25519.PrivateKey(seed: key.seed).publicKey == key.publicKey)
    }

    @Test(arguments: [0, 31, 33, 64]) func aSeedOfAnotherLengthIsRefused(count: Int) {
        #expect(throws: CryptoError.wrongLength) {
            _ = try Ed25519.PrivateKey(seed: SecretBytes.random(count: count))
        }
    }
}

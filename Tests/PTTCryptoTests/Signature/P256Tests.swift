import PTTCrypto
import PTTTestSupport
import Testing

@Suite struct P256VectorTests {
    @Test func publishedSignatures() throws {
        for vector in try VectorFile("p256", from: "rfc").cases {
            let (point, message, bytes) = try (
                vector.bytes("public"), vector.bytes("message"), vector.bytes("signature")
            )
            let key = try P256.PublicKey(x963Representation: point.span)
            let signature = try P256.Signature(rawRepresentation: bytes.span)
            let encoded = signature.derRepresentation
            #expect(try key.isValid(signature, for: message) == vector.bool("valid"), "\(vector)")
            #expect(try P256.Signature(derRepresentation: encoded.span) == signature, "\(vector)")
            if let scalar = try vector.bytesIfPresent("private") {
                let privateKey = try P256.PrivateKey(rawRepresentation: SecretBytes(copying: scalar))
                #expect(privateKey.publicKey == key, "\(vector)")
                #expect(key.isValid(privateKey.signature(for: message), for: message), "\(vector)")
            }
        }
    }

    @Test func edgeCases() throws {
        for vector in try VectorFile("p256", from: "wycheproof").cases {
            let (point, message, bytes) = try (
                vector.bytes("public"), vector.bytes("message"), vector.bytes("signature")
            )
            guard try vector.bool("key_valid") else {
                #expect(throws: CryptoError.self, "\(vector)") {
                    _ = try P256.PublicKey(x963Representation: point.span)
                }
                continue
            }
            let key = try P256.PublicKey(x963Representation: point.span)
            let isRaw = try vector.string("form") == "raw"
            let signature: P256.Signature
            do {
                signature =
                    try isRaw
                    ? P256.Signature(rawRepresentation: bytes.span) : P256.Signature(derRepresentation: bytes.span)
            } catch {
                #expect(try !vector.bool("valid"), "\(vector)")
                continue
            }
            #expect(try key.isValid(signature, for: message) == vector.bool("valid"), "\(vector)")
            if !isRaw { #expect(signature.derRepresentation == bytes, "\(vector)") }
        }
    }

    @Test func scalars() throws {
        for vector in try VectorFile("p256_scalars", from: "wycheproof").cases {
            let scalar = try SecretBytes(copying: vector.bytes("scalar"))
            if let point = try vector.bytesIfPresent("public") {
                let key = try P256.PrivateKey(rawRepresentation: scalar)
                #expect(key.publicKey.x963Representation == point, "\(vector)")
            } else {
                #expect(throws: CryptoError.self, "\(vector)") { _ = try P256.PrivateKey(rawRepresentation: scalar) }
            }
        }
    }

    @Test func pems() throws {
        for vector in try VectorFile("p256_pems", from: "wycheproof").cases {
            let pem = try vector.string("pem")
            let read =
                try vector.string("kind") == "private"
                ? { try P256.PrivateKey(pemRepresentation: pem).publicKey }
                : { try P256.PublicKey(pemRepresentation: pem) }
            if let point = try vector.bytesIfPresent("public") {
                #expect(try read().x963Representation == point, "\(vector)")
            } else {
                #expect(throws: CryptoError.invalidKey, "\(vector)") { _ = try read() }
            }
        }
    }
}

@Suite struct P256Tests {
    @Test func aNewKeySurvivesItsPEM() throws {
        let key = P256.PrivateKey()
        let message = Array("out".utf8)
        #expect(key.pemRepresentation.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
        #expect(key.publicKey.pemRepresentation.hasPrefix("-----BEGIN PUBLIC KEY-----\n"))
        let again = try P256.PrivateKey(pemRepresentation: key.pemRepresentation)
        let publicKey = try P256.PublicKey(pemRepresentation: key.publicKey.pemRepresentation)
        #expect(again.publicKey == key.publicKey && publicKey == key.publicKey)
        #expect(publicKey.isValid(again.signature(for: message), for: message))
        #expect(!P256.PrivateKey().publicKey.isValid(key.signature(for: message), for: message))
    }

    @Test func everySignatureHasOneDERForm() throws {
        let key = P256.PrivateKey()
        for number in 0..<200 {
            let signature = key.signature(for: [UInt8(number)])
            let encoded = signature.derRepresentation
            #expect(try P256.Signature(derRepresentation: encoded.span) == signature)
        }
    }
}

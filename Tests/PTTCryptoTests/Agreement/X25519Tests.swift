import PTTCrypto
import PTTTestSupport
import Testing

@Suite struct X25519VectorTests {
    @Test func publishedProducts() throws {
        for vector in try VectorFile("x25519", from: "rfc").cases {
            var (scalar, u) = try (vector.bytes("scalar"), vector.bytes("u"))
            for _ in 0..<(try vector.integer("iterations")) {
                (scalar, u) = (try product(scalar, u), scalar)
            }
            #expect(try scalar == vector.bytes("output"), "\(vector)")
        }
    }

    @Test func edgeCases() throws {
        for vector in try VectorFile("x25519", from: "wycheproof").cases {
            let (scalar, u) = try (vector.bytes("scalar"), vector.bytes("u"))
            if let output = try vector.bytesIfPresent("output") {
                #expect(try product(scalar, u) == output, "\(vector)")
            } else {
                let expected: CryptoError = scalar.count == 32 && u.count == 32 ? .lowOrderPoint : .wrongLength
                #expect(throws: expected, "\(vector)") { _ = try product(scalar, u) }
            }
        }
    }

    private func product(_ scalar: [UInt8], _ u: [UInt8]) throws -> [UInt8] {
        let key = try X25519.PrivateKey(SecretBytes(copying: scalar))
        return bytes(of: try key.sharedSecret(with: X25519.PublicKey(u)))
    }
}

@Suite struct X25519Tests {
    @Test func bothSidesAgree() throws {
        let (alice, bob) = (X25519.PrivateKey(), X25519.PrivateKey())
        #expect(alice.publicKey != bob.publicKey)
        #expect(try alice.sharedSecret(with: bob.publicKey) == bob.sharedSecret(with: alice.publicKey))
    }

    @Test func thePublicKeyIsTheScalarTimesNine() throws {
        let key = X25519.PrivateKey()
        let nine = try X25519.PublicKey([9] + [UInt8](repeating: 0, count: 31))
        #expect(bytes(of: try key.sharedSecret(with: nine)) == key.publicKey.bytes)
        #expect(try X25519.PrivateKey(key.bytes).publicKey == key.publicKey)
    }
}

import PTTCrypto
import PTTTestSupport
import Testing

@Suite struct HMACSHA256VectorTests {
    @Test func publishedCodes() throws {
        for vector in try VectorFile("hmac_sha256", from: "rfc").cases {
            let key = try SecretBytes(copying: vector.bytes("key"))
            let message = try vector.bytes("message")
            let code = HMACSHA256.code(for: message.span, key: key)
            #expect(try code.bytes == vector.bytes("code"), "\(vector)")
        }
    }

    @Test func edgeCases() throws {
        for vector in try VectorFile("hmac_sha256", from: "wycheproof").cases {
            let key = try SecretBytes(copying: vector.bytes("key"))
            let (message, code) = try (vector.bytes("message"), vector.bytes("code"))
            let isValid = HMACSHA256.isValid(code.span, for: message.span, key: key)
            #expect(try isValid == vector.bool("valid"), "\(vector)")
        }
    }
}

@Suite struct HMACSHA256Tests {
    @Test func piecesAndSecretsGiveTheSameCode() throws {
        let key = SecretBytes(copying: [1, 2, 3])
        var pieces = HMACSHA256(key: key)
        pieces.update([4, 5].span)
        let copy = pieces
        pieces.update([6].span)
        #expect(pieces.finalize() == HMACSHA256.code(for: [4, 5, 6].span, key: key))
        let secret = copy.finalizeSecret()
        #expect(secret == SecretBytes(copying: HMACSHA256.code(for: [4, 5].span, key: key).bytes))
    }
}

@Suite struct HKDFSHA256VectorTests {
    @Test func publishedKeys() throws {
        for vector in try VectorFile("hkdf_sha256", from: "rfc").cases {
            let (salt, info, material) = try (
                vector.bytes("salt"), vector.bytes("info"), vector.bytes("input_key_material")
            )
            let key = HKDFSHA256.extract(salt: salt.span, inputKeyMaterial: material.span)
            #expect(try bytes(of: key) == vector.bytes("pseudorandom_key"), "\(vector)")
            let count = try vector.integer("count")
            let output = try HKDFSHA256.expand(pseudorandomKey: key, info: info.span, count: count)
            #expect(try bytes(of: output) == vector.bytes("output"), "\(vector)")
        }
    }

    @Test func edgeCases() throws {
        for vector in try VectorFile("hkdf_sha256", from: "wycheproof").cases {
            let material = try SecretBytes(copying: vector.bytes("input_key_material"))
            let (salt, info, count) = try (vector.bytes("salt"), vector.bytes("info"), vector.integer("count"))
            let derive = {
                try HKDFSHA256.derive(inputKeyMaterial: material, salt: salt.span, info: info.span, count: count)
            }
            if let expected = try vector.bytesIfPresent("output") {
                #expect(try bytes(of: derive()) == expected, "\(vector)")
            } else {
                #expect(throws: CryptoError.wrongLength, "\(vector)") { _ = try derive() }
            }
        }
    }
}

@Suite struct NoiseKeyDerivationTests {
    @Test func thePairIsTheFirstTwoBlocksOfTheExpansion() throws {
        let chainingKey = SecretBytes(copying: [UInt8](repeating: 7, count: 32))
        let material: [UInt8] = [1, 2, 3]
        let pair = HKDFSHA256.derivePair(chainingKey: chainingKey, inputKeyMaterial: material.span)
        let salt = bytes(of: chainingKey)
        let long = try HKDFSHA256.derive(
            inputKeyMaterial: SecretBytes(copying: material), salt: salt.span, info: Span(), count: 64)
        #expect(bytes(of: pair.chainingKey) + bytes(of: pair.key) == bytes(of: long))
    }
}

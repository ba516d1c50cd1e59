import PTTCrypto
import Testing

/// What a secret says, for comparing with a vector.
func bytes(of secret: SecretBytes) -> [UInt8] {
    secret.withSpan { span in span.indices.map { span[$0] } }
}

@Suite struct SecretBytesTests {
    @Test func equalityLooksAtEveryByteAndTheLength() {
        let base = [UInt8](0..<40)
        let secret = SecretBytes(copying: base)
        #expect(secret == SecretBytes(copying: base))
        #expect(secret != SecretBytes(copying: Array(base.dropLast())))
        #expect(SecretBytes(copying: []) == SecretBytes(copying: []))
        for index in base.indices {
            var other = base
            other[index] ^= 1
            #expect(secret != SecretBytes(copying: other))
        }
    }

    @Test func theFillingWritesOverZeros() {
        let secret = SecretBytes(count: 3) { span in span[1] = 9 }
        #expect(bytes(of: secret) == [0, 9, 0])
        #expect(secret.count == 3)
    }

    @Test func nothingPrintsIt() {
        let secret = SecretBytes(copying: [0xab, 0xcd])
        #expect("\(secret)" == "2 secret bytes")
        #expect(String(reflecting: secret) == "2 secret bytes")
        var dumped = ""
        dump([secret], to: &dumped)
        #expect(!dumped.contains("171") && !dumped.lowercased().contains("ab"))
    }

    @Test func theFillingMayFail() {
        #expect(throws: CryptoError.invalidKey) {
            _ = try SecretBytes(count: 2) { _ throws(CryptoError) in throw .invalidKey }
        }
    }
}

@Suite struct SecureRandomTests {
    @Test func drawsDiffer() {
        #expect(SecureRandom.bytes(count: 32) != SecureRandom.bytes(count: 32))
        #expect(SecretBytes.random(count: 32) != SecretBytes.random(count: 32))
        var generator = SecureRandom()
        #expect(generator.next() != generator.next())
    }

    @Test func everyBitOfTheBufferIsDrawn() {
        var seen = [UInt8](repeating: 0, count: 33)
        for _ in 0..<64 {
            for (index, byte) in SecureRandom.bytes(count: 33).enumerated() { seen[index] |= byte }
        }
        #expect(seen.allSatisfy { $0 == 0xff })
        #expect(SecureRandom.bytes(count: 0).isEmpty)
    }
}

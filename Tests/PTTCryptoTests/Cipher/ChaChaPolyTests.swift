import PTTCrypto
import PTTTestSupport
import Testing

@Suite struct ChaChaPolyVectorTests {
    @Test func publishedMessagesSealAndOpen() throws {
        for vector in try VectorFile("chacha20_poly1305", from: "rfc").cases {
            let (keyBytes, nonceBytes) = try (vector.bytes("key"), vector.bytes("nonce"))
            let key = SecretBytes(copying: keyBytes)
            let nonce = try ChaChaPoly.Nonce(nonceBytes.span)
            let (data, plaintext, sealed) = try (
                vector.bytes("data"), vector.bytes("plaintext"), vector.bytes("sealed")
            )
            let made = try ChaChaPoly.seal(plaintext.span, key: key, nonce: nonce, authenticating: data.span)
            #expect(made == sealed, "\(vector)")
            let opened = try ChaChaPoly.open(sealed.span, key: key, nonce: nonce, authenticating: data.span)
            #expect(opened == plaintext, "\(vector)")
        }
    }

    @Test func edgeCases() throws {
        for vector in try VectorFile("chacha20_poly1305", from: "wycheproof").cases {
            let (key, nonce, data, sealed) = try (
                vector.bytes("key"), vector.bytes("nonce"), vector.bytes("data"), vector.bytes("sealed")
            )
            let open = {
                let key = SecretBytes(copying: key)
                let nonce = try ChaChaPoly.Nonce(nonce.span)
                return try ChaChaPoly.open(sealed.span, key: key, nonce: nonce, authenticating: data.span)
            }
            if let plaintext = try vector.bytesIfPresent("plaintext") {
                #expect(try open() == plaintext, "\(vector)")
            } else {
                #expect(throws: CryptoError.self, "\(vector)") { _ = try open() }
            }
        }
    }
}

@Suite struct ChaChaPolyCipherTests {
    private let key = SecretBytes(copying: [UInt8](repeating: 3, count: 32))
    private let message = [UInt8](0..<160)

    @Test func oneCipherSealsAndOpensInAnyOrder() throws {
        var cipher = try ChaChaPoly.Cipher(key: key)
        var sealed: [[UInt8]] = []
        for counter in 0..<20 {
            var output: [UInt8] = []
            cipher.seal(message.span, nonce: .init(counter: UInt64(counter)), appendingTo: &output)
            let again = try ChaChaPoly.seal(message.span, key: key, nonce: .init(counter: UInt64(counter)))
            #expect(output == again)
            sealed.append(output)
        }
        for counter in [7, 19, 0, 3, 3] {
            let one = sealed[counter]
            var output: [UInt8] = [255]
            try cipher.open(one.span, nonce: .init(counter: UInt64(counter)), appendingTo: &output)
            #expect(output == [255] + message)
        }
    }

    @Test func afterARefusedTagNothingIsAppendedAndTheCipherGoesOn() throws {
        var cipher = try ChaChaPoly.Cipher(key: key)
        let sealed = try ChaChaPoly.seal(message.span, key: key, nonce: .init(counter: 1))
        var broken = sealed
        broken[0] ^= 1
        var output: [UInt8] = [9]
        #expect(throws: CryptoError.authenticationFailed) {
            try cipher.open(broken.span, nonce: .init(counter: 1), appendingTo: &output)
        }
        #expect(output == [9])
        try cipher.open(sealed.span, nonce: .init(counter: 1), appendingTo: &output)
        #expect(output == [9] + message)
    }

    @Test func copiesWorkSideBySide() async throws {
        let cipher = try ChaChaPoly.Cipher(key: key)
        let message = message
        let expected = try (0..<500).map { try ChaChaPoly.seal(message.span, key: key, nonce: .init(counter: $0)) }
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var mine = cipher
                    return (0..<500).allSatisfy { counter in
                        var output: [UInt8] = []
                        mine.seal(message.span, nonce: .init(counter: UInt64(counter)), appendingTo: &output)
                        return output == expected[counter]
                    }
                }
            }
            for await allAgree in group { #expect(allAgree) }
        }
    }

    @Test(.enabled(if: allocationsAreCounted)) func sealingAndOpeningAllocateNothing() throws {
        var cipher = try ChaChaPoly.Cipher(key: key)
        var sealed: [UInt8] = []
        var opened: [UInt8] = []
        let round = { (counter: UInt64) in
            sealed.removeAll(keepingCapacity: true)
            opened.removeAll(keepingCapacity: true)
            cipher.seal(message.span, nonce: .init(counter: counter), appendingTo: &sealed)
            try cipher.open(sealed.span, nonce: .init(counter: counter), appendingTo: &opened)
        }
        try round(0)
        let count = try allocationCount { for counter in 1...100 { try round(UInt64(counter)) } }
        #expect(count == 0)
        #expect(opened == message)
    }

    @Test func theCounterNonceIsLittleEndianBehindFourZeros() throws {
        let bytes: [UInt8] = [0, 0, 0, 0, 8, 7, 6, 5, 4, 3, 2, 1]
        let nonce = try ChaChaPoly.Nonce(bytes.span)
        #expect(nonce == ChaChaPoly.Nonce(counter: 0x0102_0304_0506_0708))
    }
}

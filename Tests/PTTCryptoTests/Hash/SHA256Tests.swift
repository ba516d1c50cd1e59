import PTTCrypto
import PTTTestSupport
import Testing

@Suite struct SHA256VectorTests {
    @Test func publishedDigests() throws {
        for vector in try VectorFile("sha256", from: "rfc").cases {
            let message = try vector.bytes("message")
            let count = try vector.integer("repeat")
            var hash = SHA256()
            for _ in 0..<count { hash.update(message) }
            #expect(try hash.finalize().bytes == vector.bytes("digest"), "\(vector)")
            if count == 1 {
                #expect(try SHA256.digest(of: message).bytes == vector.bytes("digest"), "\(vector)")
            }
        }
    }
}

@Suite struct SHA256Tests {
    private let message = Array("All that is gold does not glitter".utf8)

    @Test func piecesGiveTheDigestOfTheWhole() {
        let whole = SHA256.digest(of: message)
        for cut in 0...message.count {
            var hash = SHA256()
            hash.update(message[..<cut])
            hash.update(message[cut...])
            #expect(hash.finalize() == whole)
        }
    }

    @Test func aCopyGoesOnByItself() {
        var first = SHA256()
        first.update(message)
        var second = first
        second.update([1])
        #expect(first.finalize() == SHA256.digest(of: message))
        #expect(second.finalize() == SHA256.digest(of: message + [1]))
    }

    @Test func finalizingStartsAnew() {
        var hash = SHA256()
        hash.update(message)
        _ = hash.finalize()
        #expect(hash.finalize() == SHA256.digest(of: []))
        hash.update(message)
        #expect(hash.finalize() == SHA256.digest(of: message))
    }

    @Test func aDigestTellsItsBytes() {
        let digest = SHA256.digest(of: Array("abc".utf8))
        #expect(digest.first8 == 0xba78_16bf_8f01_cfea)
        #expect(digest.description == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(digest != SHA256.digest(of: Array("abd".utf8)))
        #expect(Set([digest, digest]).count == 1)
        var output: [UInt8] = [7]
        digest.append(to: &output)
        #expect(output == [7] + digest.bytes)
    }

    @Test(.enabled(if: allocationsAreCounted)) func aKeptHashAllocatesNothing() {
        var hash = SHA256()
        hash.update(message)
        _ = hash.finalize()
        let count = allocationCount {
            for _ in 0..<100 {
                hash.update(message)
                _ = hash.finalize()
            }
        }
        #expect(count == 0)
    }
}

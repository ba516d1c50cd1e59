/// HMAC with SHA-256 (RFC 2104, vectors RFC 4231), at once or in pieces.
public struct HMACSHA256: Sendable {
    private var inner = SHA256()
    private var outer = SHA256()

    /// Any length of key; one longer than 64 bytes counts as its hash.
    public init(key: Span<UInt8>) {
        let hashed = key.count > SHA256.blockByteCount
        let block = SecretBytes(count: hashed ? SHA256.byteCount : key.count) { block in
            guard hashed else {
                for index in key.indices { block[index] = key[index] }
                return
            }
            inner.update(key)
            inner.finalize(into: &block)
        }
        block.withSpan { block in
            inner.update(masked: block, with: 0x36)
            outer.update(masked: block, with: 0x5c)
        }
    }

    public init(key: SecretBytes) {
        self = key.withSpan { key in HMACSHA256(key: key) }
    }

    public mutating func update(_ bytes: Span<UInt8>) {
        inner.update(bytes)
    }

    /// The code of everything so far; the value is spent.
    public consuming func finalize() -> SHA256.Digest {
        let digest = inner.finalize()
        digest.withSpan { span in outer.update(span) }
        return outer.finalize()
    }

    /// As ``finalize()`` for a code that is itself a secret.
    public consuming func finalizeSecret() -> SecretBytes {
        SecretBytes(count: SHA256.byteCount) { output in
            inner.finalize(into: &output)
            outer.update(output.span)
            outer.finalize(into: &output)
        }
    }

    public static func code(for bytes: Span<UInt8>, key: SecretBytes) -> SHA256.Digest {
        var mac = HMACSHA256(key: key)
        mac.update(bytes)
        return mac.finalize()
    }

    /// Compares in constant time; a shortened code is refused.
    public static func isValid(_ code: Span<UInt8>, for bytes: Span<UInt8>, key: SecretBytes) -> Bool {
        guard code.count == SHA256.byteCount else { return false }
        let expected = self.code(for: bytes, key: key)
        return expected.withSpan { expected in
            var difference: UInt8 = 0
            for index in expected.indices { difference |= expected[index] ^ code[index] }
            return difference == 0
        }
    }
}

extension SHA256 {
    /// Feeds one block: the key, filled up with zeros, under the mask.
    fileprivate mutating func update(masked key: Span<UInt8>, with mask: UInt8) {
        let masked = SecretBytes(count: SHA256.blockByteCount) { output in
            for index in output.indices { output[index] = (index < key.count ? key[index] : 0) ^ mask }
        }
        masked.withSpan { masked in update(masked) }
    }
}

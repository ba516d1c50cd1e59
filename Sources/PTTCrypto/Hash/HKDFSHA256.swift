/// HKDF with SHA-256 (RFC 5869).
public enum HKDFSHA256 {
    /// The most that ``expand(pseudorandomKey:info:count:)`` can give: 255 blocks.
    public static let maximumByteCount = 255 * SHA256.byteCount

    /// The first step: a key of 32 bytes from material of any length. An empty salt means zeros.
    public static func extract(salt: Span<UInt8>, inputKeyMaterial: Span<UInt8>) -> SecretBytes {
        var mac = HMACSHA256(key: salt)
        mac.update(inputKeyMaterial)
        return mac.finalizeSecret()
    }

    /// The second step: `count` bytes, at most ``maximumByteCount``, bound to `info`.
    ///
    /// Throws `wrongLength` for a count outside that.
    public static func expand(
        pseudorandomKey: SecretBytes, info: Span<UInt8>, count: Int
    ) throws(CryptoError) -> SecretBytes {
        guard count >= 0, count <= maximumByteCount else { throw .wrongLength }
        return SecretBytes(count: count) { output in
            let keyed = HMACSHA256(key: pseudorandomKey)
            var block = SecretBytes(copying: Span())
            var filled = 0
            var number: UInt8 = 0
            while filled < count {
                number += 1
                var mac = keyed
                block.withSpan { block in mac.update(block) }
                mac.update(info)
                mac.update([number].span)
                block = mac.finalizeSecret()
                block.withSpan { block in
                    for index in 0..<min(block.count, count - filled) { output[filled + index] = block[index] }
                }
                filled += block.count
            }
        }
    }

    /// Both steps.
    public static func derive(
        inputKeyMaterial: SecretBytes, salt: Span<UInt8>, info: Span<UInt8>, count: Int
    ) throws(CryptoError) -> SecretBytes {
        let key = inputKeyMaterial.withSpan { material in extract(salt: salt, inputKeyMaterial: material) }
        return try expand(pseudorandomKey: key, info: info, count: count)
    }

    /// Noise's HKDF with two outputs (Noise, revision 34, §4.3): the next chaining key, and a key of 32 bytes.
    public static func derivePair(
        chainingKey: SecretBytes, inputKeyMaterial: Span<UInt8>
    ) -> (chainingKey: SecretBytes, key: SecretBytes) {
        let keyed = HMACSHA256(
            key: chainingKey.withSpan { salt in extract(salt: salt, inputKeyMaterial: inputKeyMaterial) })
        var first = keyed
        first.update([1].span)
        let output = first.finalizeSecret()
        var second = keyed
        output.withSpan { output in second.update(output) }
        second.update([2].span)
        return (output, second.finalizeSecret())
    }
}

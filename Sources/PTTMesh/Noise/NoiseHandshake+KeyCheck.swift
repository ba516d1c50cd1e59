public import PTTCrypto

extension NoiseHandshake {
    /// A peer's public key, unless it is one that the shipped app refuses on sight (bitchat wire §4.1).
    ///
    /// Other keys of low order are found by their agreement, which gives zero. Throws `messageLength` or `weakKey`.
    public static func checkedKey(_ bytes: Span<UInt8>) throws(NoiseError) -> X25519.PublicKey {
        let key: X25519.PublicKey
        do {
            key = try X25519.PublicKey(bytes)
        } catch {
            throw .messageLength
        }
        guard !refusedKeys.contains(key.bytes) else { throw .weakKey }
        return key
    }

    private static let refusedKeys: Set<[UInt8]> = [
        [UInt8](repeating: 0, count: 32),
        [1] + [UInt8](repeating: 0, count: 31),
        [UInt8](repeating: 0, count: 31) + [1],
        [UInt8](repeating: 0xff, count: 32),
        [0xda] + [UInt8](repeating: 0xff, count: 31),
        [0xdb] + [UInt8](repeating: 0xff, count: 31),
        // The two of order 8.
        [
            0xe0, 0xeb, 0x7a, 0x7c, 0x3b, 0x41, 0xb8, 0xae, 0x16, 0x56, 0xe3, 0xfa, 0xf1, 0x9f, 0xc4, 0x6a,
            0xda, 0x09, 0x8d, 0xeb, 0x9c, 0x32, 0xb1, 0xfd, 0x86, 0x62, 0x05, 0x16, 0x5f, 0x49, 0xb8, 0x00,
        ],
        [
            0x5f, 0x9c, 0x95, 0xbc, 0xa3, 0x50, 0x8c, 0x24, 0xb1, 0xd0, 0xb1, 0x55, 0x9c, 0x83, 0xef, 0x5b,
            0x04, 0x44, 0x5c, 0xc4, 0x58, 0x1c, 0x8e, 0x86, 0xd8, 0x22, 0x4e, 0xdd, 0xd0, 0x9f, 0x11, 0x57,
        ],
    ]
}

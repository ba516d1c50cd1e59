/// SipHash-2-4 (Aumasson and Bernstein, 2012): a 64-bit hash that nobody without the key can steer.
struct KeyedHash: Sendable {
    private var v0: UInt64
    private var v1: UInt64
    private var v2: UInt64
    private var v3: UInt64
    private var byteCount: UInt64 = 0

    init(key: (UInt64, UInt64)) {
        v0 = key.0 ^ 0x736f_6d65_7073_6575
        v1 = key.1 ^ 0x646f_7261_6e64_6f6d
        v2 = key.0 ^ 0x6c79_6765_6e65_7261
        v3 = key.1 ^ 0x7465_6462_7974_6573
    }

    mutating func combine(_ word: UInt64) {
        v3 ^= word
        compress()
        compress()
        v0 ^= word
        byteCount &+= 8
    }

    /// Takes the bytes eight at a time, lowest first, the last word filled with zeros; say the length beside them.
    mutating func combine(_ bytes: Span<UInt8>) {
        var index = 0
        while index < bytes.count {
            var word: UInt64 = 0
            var shift: UInt64 = 0
            let end = min(index + 8, bytes.count)
            while index < end {
                word |= UInt64(bytes[index]) &<< shift
                shift += 8
                index += 1
            }
            combine(word)
        }
    }

    /// The hash of the words so far; the value is spent.
    consuming func finalize() -> UInt64 {
        finalize(last: byteCount << 56)
    }

    /// As ``finalize()``, with the last word as the algorithm lays it out: rest of the bytes, their number on top.
    consuming func finalize(last: UInt64) -> UInt64 {
        combine(last)
        v2 ^= 0xff
        for _ in 0..<4 { compress() }
        return v0 ^ v1 ^ v2 ^ v3
    }

    private mutating func compress() {
        v0 = v0 &+ v1
        v1 = rotated(v1, 13) ^ v0
        v0 = rotated(v0, 32)
        v2 = v2 &+ v3
        v3 = rotated(v3, 16) ^ v2
        v0 = v0 &+ v3
        v3 = rotated(v3, 21) ^ v0
        v2 = v2 &+ v1
        v1 = rotated(v1, 17) ^ v2
        v2 = rotated(v2, 32)
    }

    @inline(__always)
    private func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 {
        word &<< count | word &>> (64 &- count)
    }
}

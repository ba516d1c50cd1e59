/// A set of packets in few bytes: the sorted hashes of their IDs, Golomb-Rice coded (bitchat wire §9).
///
/// It holds all that it was made from, and a stranger with a chance of one in 2^`riceBits`.
public struct SyncFilter: Hashable, Sendable {
    /// P: low bits of each distance, which are written as they are; 1 to 32.
    public var riceBits: Int
    /// M: hashes are taken modulo this.
    public var modulus: UInt32
    public var bytes: [UInt8]

    public static let riceBitsRange = 1...32
    /// As shipped: about one stranger in a hundred.
    public static let usualRiceBits = 7
    /// As shipped.
    public static let usualByteCount = 400

    public init(riceBits: Int, modulus: UInt32, bytes: [UInt8]) {
        self.riceBits = riceBits
        self.modulus = modulus
        self.bytes = bytes
    }

    /// The filter of no packets.
    public static let empty = SyncFilter(riceBits: usualRiceBits, modulus: 1, bytes: [])

    /// Makes a filter of as many as fit.
    ///
    /// - Parameters:
    ///   - hashes: ``GossipID/filterHash`` of each packet, the most important first.
    ///   - byteCount: What the filter may take, at most.
    /// - Returns: The filter, and how many hashes from the front are in it.
    public static func covering(
        _ hashes: [UInt64], riceBits: Int = usualRiceBits, byteCount: Int = usualByteCount
    ) -> (filter: SyncFilter, count: Int) {
        let bits = min(max(riceBits, riceBitsRange.lowerBound), 16)
        // About two bits beside the low ones for each.
        let most = max(1, max(8, min(byteCount, SyncRequest.largestFilter) * 8) / max(3, bits + 2))
        var count = min(hashes.count, most)
        guard count > 0 else { return (SyncFilter(riceBits: bits, modulus: 1, bytes: []), 0) }
        // Not made smaller with the set: the far side takes it as it is told.
        let modulus = UInt32(count) << UInt32(bits)
        var bytes = encode(hashes.prefix(count), modulus, riceBits: bits)
        while bytes.count > byteCount, count > 0 {
            count = count * 9 / 10
            bytes = encode(hashes.prefix(count), modulus, riceBits: bits)
        }
        return (SyncFilter(riceBits: bits, modulus: modulus, bytes: bytes), count)
    }

    /// The place of a hash in the range of a filter: never zero, as distances begin at one.
    static func bucket(of hash: UInt64, modulus: UInt32) -> UInt32 {
        guard modulus > 1 else { return 0 }
        return max(1, UInt32(hash % UInt64(modulus)))
    }

    private static func encode(_ hashes: ArraySlice<UInt64>, _ modulus: UInt32, riceBits: Int) -> [UInt8] {
        var writer = BitWriter()
        var last: UInt32 = 0
        for bucket in hashes.map({ bucket(of: $0, modulus: modulus) }).sorted() where bucket > last {
            let distance = bucket - last - 1
            last = bucket
            for _ in 0..<distance >> UInt32(riceBits) { writer.write(true) }
            writer.write(false)
            for bit in (0..<riceBits).reversed() { writer.write(distance >> UInt32(bit) & 1 == 1) }
        }
        return writer.bytes
    }
}

/// What a filter holds, unpacked to be asked.
public struct SyncFilterMembers: Hashable, Sendable {
    /// Ascending, without repeats.
    public let buckets: [UInt32]
    public let modulus: UInt32

    /// Whatever the bytes, reading ends with them, or at the first number beyond the range.
    ///
    /// - Complexity: O(bits of the filter); each number takes two bits at least.
    public init(of filter: SyncFilter) {
        modulus = filter.modulus
        var buckets: [UInt32] = []
        if SyncFilter.riceBitsRange.contains(filter.riceBits), filter.modulus > 1 {
            var reader = BitReader(filter.bytes)
            var value: UInt64 = 0
            while let quotient = reader.readOnes(), let rest = reader.read(filter.riceBits) {
                // At most 2^13 ones and 32 bits: nothing overflows.
                value += UInt64(quotient) << UInt64(filter.riceBits) + rest + 1
                guard value < UInt64(filter.modulus) else { break }
                buckets.append(UInt32(value))
            }
        }
        self.buckets = buckets
    }

    /// Whether the packet with this ``GossipID/filterHash`` seems to be in.
    ///
    /// - Complexity: O(log n).
    public func contains(_ hash: UInt64) -> Bool {
        let bucket = SyncFilter.bucket(of: hash, modulus: modulus)
        var low = 0
        var high = buckets.count
        while low < high {
            let middle = (low + high) / 2
            if buckets[middle] < bucket { low = middle + 1 } else { high = middle }
        }
        return low < buckets.count && buckets[low] == bucket
    }
}

/// Writes bits, the highest of each byte first.
private struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var count = 0

    mutating func write(_ bit: Bool) {
        if count & 7 == 0 { bytes.append(0) }
        if bit { bytes[bytes.count - 1] |= 0x80 >> UInt8(count & 7) }
        count += 1
    }
}

/// Reads bits, the highest of each byte first.
private struct BitReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func readBit() -> Bool? {
        guard position >> 3 < bytes.count else { return nil }
        defer { position += 1 }
        return bytes[position >> 3] & 0x80 >> UInt8(position & 7) != 0
    }

    /// The number of ones before the next zero; nil when the bytes end first.
    mutating func readOnes() -> Int? {
        var count = 0
        while let bit = readBit() {
            guard bit else { return count }
            count += 1
        }
        return nil
    }

    mutating func read(_ count: Int) -> UInt64? {
        var value: UInt64 = 0
        for _ in 0..<count {
            guard let bit = readBit() else { return nil }
            value = value << 1 | (bit ? 1 : 0)
        }
        return value
    }
}

/// A cursor over received bytes: reads big-endian integers and runs of bytes, and throws where they end.
public struct ByteReader: Sendable {
    /// Everything the reader was made over.
    public let bytes: ArraySlice<UInt8>
    @usableFromInline var position: Int

    @inlinable
    public init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// Bytes not read yet.
    @inlinable
    public var remaining: Int { bytes.endIndex - position }

    @inlinable
    public var isAtEnd: Bool { position == bytes.endIndex }

    @inlinable
    public mutating func readUInt8() throws(TruncatedInput) -> UInt8 {
        try require(1)
        defer { position += 1 }
        return bytes[position]
    }

    @inlinable
    public mutating func readUInt16() throws(TruncatedInput) -> UInt16 {
        try readBigEndian()
    }

    @inlinable
    public mutating func readUInt32() throws(TruncatedInput) -> UInt32 {
        try readBigEndian()
    }

    @inlinable
    public mutating func readUInt64() throws(TruncatedInput) -> UInt64 {
        try readBigEndian()
    }

    /// The next `count` bytes, sharing the storage of what was received.
    @inlinable
    public mutating func readBytes(_ count: Int) throws(TruncatedInput) -> ArraySlice<UInt8> {
        try require(count)
        defer { position += count }
        return bytes[position..<position + count]
    }

    /// Everything that is left.
    @inlinable
    public mutating func readRest() -> ArraySlice<UInt8> {
        defer { position = bytes.endIndex }
        return bytes[position...]
    }

    @inlinable
    mutating func readBigEndian<Integer: FixedWidthInteger & UnsignedInteger>() throws(TruncatedInput) -> Integer {
        let width = Integer.bitWidth / 8
        try require(width)
        var value: Integer = 0
        for index in position..<position + width {
            value = value << 8 | Integer(truncatingIfNeeded: bytes[index])
        }
        position += width
        return value
    }

    @inlinable
    func require(_ count: Int) throws(TruncatedInput) {
        guard count >= 0, count <= remaining else {
            throw TruncatedInput(needed: count, available: remaining)
        }
    }
}

/// The input ended before a field did.
public struct TruncatedInput: Error, Hashable, Sendable, CustomStringConvertible {
    /// Bytes that the field takes.
    public var needed: Int
    /// Bytes that were left.
    public var available: Int

    @inlinable
    public init(needed: Int, available: Int) {
        self.needed = needed
        self.available = available
    }

    public var description: String { "needs \(needed) bytes, has \(available)" }
}

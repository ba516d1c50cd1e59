import PTTWire

/// Reads `type u8 ‖ length u8 ‖ value` one after another.
struct TypeLengthValueReader {
    private var reader: ByteReader

    init(_ bytes: ArraySlice<UInt8>) {
        reader = ByteReader(bytes)
    }

    /// The next one, or nil when fewer than two bytes are left, which ``leftover`` then counts.
    mutating func next() throws(PayloadError) -> (tag: UInt8, value: ArraySlice<UInt8>)? {
        guard reader.remaining >= 2 else { return nil }
        do throws(TruncatedInput) {
            let tag = try reader.readUInt8()
            let length = try reader.readUInt8()
            return (tag, try reader.readBytes(Int(length)))
        } catch {
            throw .truncated
        }
    }

    /// Bytes behind the last whole one.
    var leftover: Int { reader.remaining }
}

extension [UInt8] {
    /// Appends `tag ‖ length ‖ value`; the caller has checked that the value has at most 255 bytes.
    mutating func appendTypeLengthValue(_ tag: UInt8, _ value: some Collection<UInt8>) {
        append(tag)
        append(UInt8(value.count))
        append(contentsOf: value)
    }
}

/// Fields of `tag u8 ‖ length u16 ‖ value`, as files and sync requests have them.
extension ByteReader {
    /// A value behind a length of two bytes.
    mutating func readLongValue() throws(TruncatedInput) -> ArraySlice<UInt8> {
        try readBytes(Int(try readUInt16()))
    }
}

extension [UInt8] {
    /// Appends `tag ‖ length ‖ value`; the caller has checked that the value has at most 65 535 bytes.
    mutating func appendLongTypeLengthValue(_ tag: UInt8, _ value: some Collection<UInt8>) {
        append(tag)
        appendBigEndian(UInt16(value.count))
        append(contentsOf: value)
    }
}

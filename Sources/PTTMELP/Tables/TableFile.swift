/// The file of a set of code tables; numbers are little-endian.
///
///     magic       8 bytes   "PTTMELP" and a zero
///     version     u16       of the packet's layout
///     tables      u16       how many follow
///     seed        u64       of the training
///     generator   24 bytes  ASCII, zeros after it
///     each table: code u16, rows u16, columns u16, zero u16, scale f32, then rows × columns i16
///     checksum    u32       CRC-32 (ISO-HDLC) of all bytes before it
enum TableFile {
    static let magic: [UInt8] = Array("PTTMELP".utf8) + [0]
    static let generatorLength = 24
    static let headerLength = 44
    static let checksumLength = 4
}

extension CodeTables {
    /// Reads a table file.
    public init(decoding bytes: [UInt8]) throws(TableError) {
        var reader = TableReader(bytes: bytes[...])
        guard try reader.bytes(TableFile.magic.count).elementsEqual(TableFile.magic) else { throw .notATableFile }
        let version = try reader.number(as: UInt16.self)
        guard version == Self.version else { throw .unsupportedVersion(version) }
        let body = bytes.dropLast(TableFile.checksumLength)
        var end = TableReader(bytes: bytes[body.endIndex...])
        guard try end.number(as: UInt32.self) == CRC32.checksum(of: body) else { throw .wrongChecksum }
        reader = TableReader(bytes: body.dropFirst(TableFile.magic.count + 2))
        let count = try reader.number(as: UInt16.self)
        let names = CodeTable.Name.allCases
        guard Int(count) == names.count else { throw .wrongTableCount(count) }
        let seed = try reader.number(as: UInt64.self)
        let generator = try reader.generator()
        var tables: [CodeTable] = []
        for (place, name) in names.enumerated() {
            tables.append(try reader.table(name, place: place))
        }
        guard reader.bytes.isEmpty else { throw .trailingBytes }
        try self.init(generator: generator, seed: seed, tables: tables)
    }

    /// The tables as a file.
    public func encoded() -> [UInt8] {
        var bytes = TableFile.magic
        bytes.append(number: Self.version)
        bytes.append(number: UInt16(tables.count))
        bytes.append(number: seed)
        let name = Array(generator.utf8)
        bytes += name + [UInt8](repeating: 0, count: TableFile.generatorLength - name.count)
        for table in tables {
            bytes.append(number: table.name.code)
            bytes.append(number: UInt16(table.name.rows))
            bytes.append(number: UInt16(table.name.columns))
            bytes.append(number: 0 as UInt16)
            bytes.append(number: table.scale.bitPattern)
            for value in table.values {
                bytes.append(number: UInt16(bitPattern: value))
            }
        }
        bytes.append(number: CRC32.checksum(of: bytes[...]))
        return bytes
    }
}

/// Takes numbers from the front of bytes.
private struct TableReader {
    private(set) var bytes: ArraySlice<UInt8>

    init(bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    mutating func bytes(_ count: Int) throws(TableError) -> ArraySlice<UInt8> {
        guard bytes.count >= count else { throw .truncated }
        defer { bytes = bytes.dropFirst(count) }
        return bytes.prefix(count)
    }

    mutating func number<Number: FixedWidthInteger & UnsignedInteger>(as _: Number.Type) throws(TableError) -> Number {
        try bytes(Number.bitWidth / 8).reversed().reduce(0) { $0 << 8 | Number($1) }
    }

    mutating func generator() throws(TableError) -> String {
        let name = try bytes(TableFile.generatorLength).prefix { $0 != 0 }
        guard name.allSatisfy({ (32..<127).contains($0) }) else { throw .unreadableGenerator }
        return String(decoding: name, as: UTF8.self)
    }

    mutating func table(_ name: CodeTable.Name, place: Int) throws(TableError) -> CodeTable {
        let code = try number(as: UInt16.self)
        let rows = try number(as: UInt16.self)
        let columns = try number(as: UInt16.self)
        let zero = try number(as: UInt16.self)
        guard code == name.code, Int(rows) == name.rows, Int(columns) == name.columns, zero == 0 else {
            throw .wrongTable(place: place)
        }
        let scale = Float(bitPattern: try number(as: UInt32.self))
        let count = name.rows * name.columns
        let raw = try bytes(2 * count)
        let values = (0..<count).map { index in
            let start = raw.startIndex + 2 * index
            return Int16(bitPattern: UInt16(raw[start]) | UInt16(raw[start + 1]) << 8)
        }
        guard let table = CodeTable(name: name, scale: scale, values: values) else { throw .wrongScale(place: place) }
        return table
    }
}

extension [UInt8] {
    fileprivate mutating func append<Number: FixedWidthInteger & UnsignedInteger>(number: Number) {
        for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
            append(UInt8(truncatingIfNeeded: number >> Number(shift)))
        }
    }
}

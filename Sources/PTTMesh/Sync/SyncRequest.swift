public import PTTWire

/// The payload of a packet of type 0x21: what its sender has, so that its neighbour sends what it lacks (bitchat wire §9).
public struct SyncRequest: Hashable, Sendable {
    public var filter: SyncFilter
    /// Nil when it does not say: ``SyncTypes/unsaid``.
    public var types: SyncTypes?
    /// The filter covers packets of this age and younger; older ones are not missing.
    public var since: Timestamp?
    /// Asks, of fragments, only for those of these frames.
    public var fragments: [FragmentID]

    /// Bytes of a filter, and of the list of frames, that are read.
    public static let largestFilter = 1024
    /// Frames named in one request.
    public static let mostFragments = 60

    private enum Tag: UInt8 {
        case riceBits = 0x01
        case modulus = 0x02
        case filter = 0x03
        case types = 0x04
        case since = 0x05
        case fragments = 0x06
    }

    public init(
        filter: SyncFilter, types: SyncTypes? = nil, since: Timestamp? = nil, fragments: [FragmentID] = []
    ) {
        self.filter = filter
        self.types = types
        self.since = since
        self.fragments = fragments
    }

    public var askedTypes: SyncTypes { types ?? .unsaid }

    /// Fields of `tag u8 ‖ length u16 ‖ value`; a filter beyond ``largestFilter`` is refused by whoever reads it.
    public func encoded() throws(SyncError) -> [UInt8] {
        guard SyncFilter.riceBitsRange.contains(filter.riceBits) else {
            throw .parameterOutOfRange(UInt8(clamping: filter.riceBits))
        }
        guard filter.bytes.count <= Self.largestFilter else { throw .filterTooLarge(filter.bytes.count) }
        var bytes: [UInt8] = []
        bytes.appendLongTypeLengthValue(Tag.riceBits.rawValue, [UInt8(filter.riceBits)])
        bytes.appendLongTypeLengthValue(Tag.modulus.rawValue, bigEndian(filter.modulus))
        bytes.appendLongTypeLengthValue(Tag.filter.rawValue, filter.bytes)
        if let types, !types.isEmpty { bytes.appendLongTypeLengthValue(Tag.types.rawValue, types.wireBytes) }
        if let since { bytes.appendLongTypeLengthValue(Tag.since.rawValue, bigEndian(since.milliseconds)) }
        if !fragments.isEmpty {
            let list = fragments.prefix(Self.mostFragments).map(\.description).joined(separator: ",")
            bytes.appendLongTypeLengthValue(Tag.fragments.rawValue, list.utf8)
        }
        return bytes
    }

    /// Unknown tags, and known ones whose value has a wrong length, are skipped; of a repeated one the last counts.
    public init(decoding payload: ArraySlice<UInt8>) throws(SyncError) {
        var fields = Fields()
        do throws(TruncatedInput) {
            var reader = ByteReader(payload)
            // Shipped nodes ignore what is too short to be a field.
            while reader.remaining >= 3 {
                let tag = try reader.readUInt8()
                fields.take(Tag(rawValue: tag), try reader.readLongValue())
            }
        } catch {
            throw .truncated
        }
        guard let riceBits = fields.riceBits else { throw .missingTag(Tag.riceBits.rawValue) }
        guard let modulus = fields.modulus else { throw .missingTag(Tag.modulus.rawValue) }
        guard let bytes = fields.filter else { throw .missingTag(Tag.filter.rawValue) }
        guard SyncFilter.riceBitsRange.contains(Int(riceBits)) else { throw .parameterOutOfRange(riceBits) }
        guard modulus > 0 else { throw .emptyRange }
        guard fields.longestFilter <= Self.largestFilter else { throw .filterTooLarge(fields.longestFilter) }
        self.init(
            filter: SyncFilter(riceBits: Int(riceBits), modulus: modulus, bytes: Array(bytes)), types: fields.types,
            since: fields.since, fragments: fields.fragments)
    }

    private struct Fields {
        var riceBits: UInt8?
        var modulus: UInt32?
        var filter: ArraySlice<UInt8>?
        var longestFilter = 0
        var types: SyncTypes?
        var since: Timestamp?
        var fragments: [FragmentID] = []

        mutating func take(_ tag: Tag?, _ value: ArraySlice<UInt8>) {
            switch tag {
            case .riceBits where value.count == 1: riceBits = value.first
            case .modulus where value.count == 4: modulus = value.reduce(0) { $0 << 8 | UInt32($1) }
            case .filter:
                filter = value
                longestFilter = max(longestFilter, value.count)
            case .types: types = SyncTypes(wire: value) ?? types
            case .since where value.count == 8:
                since = Timestamp(milliseconds: value.reduce(0) { $0 << 8 | UInt64($1) })
            case .fragments where value.count <= largestFilter: fragments = Self.list(value)
            case .riceBits, .modulus, .since, .fragments, nil: return
            }
        }

        /// Names of 16 hex digits between commas; others are skipped.
        private static func list(_ value: ArraySlice<UInt8>) -> [FragmentID] {
            let names = value.split(separator: UInt8(ascii: ",")).prefix(mostFragments)
            return names.compactMap { name in
                String(validating: name, as: UTF8.self).flatMap { PeerID($0) }
                    .map { FragmentID(rawValue: $0.rawValue) }
            }
        }
    }
}

private func bigEndian(_ value: some FixedWidthInteger & UnsignedInteger) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendBigEndian(value)
    return bytes
}

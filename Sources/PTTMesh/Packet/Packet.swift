public import PTTWire

/// A mesh packet as received: views over the bytes of one frame.
///
/// Decoding copies and allocates nothing; ``payload()`` allocates only where the payload is compressed. Bytes after the
/// packet's end (padding) are ignored. Layout: Documentation/Mesh.md, section 1.
public struct Packet: Sendable {
    public let version: PacketVersion
    /// The type as it travels; ``type`` names the known ones.
    public let typeByte: UInt8
    public let timeToLive: UInt8
    public let timestamp: Timestamp
    public let flags: PacketFlags
    public let sender: PeerID
    /// Nil when the packet is for everyone and does not say so.
    public let recipient: PeerID?
    /// The frame that was decoded, padding included.
    public let bytes: [UInt8]
    /// Where the packet ends and padding begins.
    public let end: Int
    let routeHops: Range<Int>
    let originalSize: Int?
    let bodyRange: Range<Int>

    /// Reads the structure of `bytes`; a compressed payload is checked when ``payload()`` inflates it.
    public init(decoding bytes: [UInt8]) throws(PacketError) {
        var reader = PacketReader(bytes: bytes)
        let version = try reader.version()
        self.version = version
        typeByte = bytes[PacketLayout.typeOffset]
        timeToLive = bytes[PacketLayout.timeToLiveOffset]
        timestamp = Timestamp(milliseconds: bytes.bigEndian(at: PacketLayout.timestampOffset, as: UInt64.self))
        let flags = PacketFlags(rawValue: bytes[PacketLayout.flagsOffset])
        self.flags = flags
        let payloadLength = reader.payloadLength(version)
        sender = try reader.peer(.sender)
        recipient = flags.contains(.hasRecipient) ? try reader.peer(.recipient) : nil
        routeHops = version == .v2 && flags.contains(.hasRoute) ? try reader.route() : 0..<0
        guard payloadLength <= PacketLayout.largestPayload else { throw .payloadTooLarge(payloadLength) }
        if flags.contains(.isCompressed) {
            originalSize = try reader.originalSize(version, payloadLength: payloadLength)
            bodyRange = try reader.take(payloadLength - version.lengthFieldWidth, .payload)
        } else {
            originalSize = nil
            bodyRange = try reader.take(payloadLength, .payload)
        }
        if flags.contains(.hasSignature) {
            _ = try reader.take(PacketLayout.signatureLength, .signature)
        }
        end = reader.offset
        self.bytes = bytes
    }

    /// Nil for a type this node does not know.
    public var type: PacketType? { PacketType(rawValue: typeByte) }

    /// True without a recipient or with the one that means everyone.
    public var isBroadcast: Bool { recipient == nil || recipient == .broadcast }

    /// Nodes that the packet is to pass, in order; empty without a route.
    public var route: [PeerID] {
        stride(from: routeHops.lowerBound, to: routeHops.upperBound, by: PeerID.byteCount).map {
            PeerID(rawValue: bytes.bigEndian(at: $0, as: UInt64.self))
        }
    }

    /// The payload as it travels: compressed when ``PacketFlags/isCompressed`` is set.
    public var body: ArraySlice<UInt8> { bytes[bodyRange] }

    /// Bytes of ``payload()``, known without inflating it.
    public var payloadLength: Int { originalSize ?? bodyRange.count }

    public var signature: ArraySlice<UInt8>? {
        flags.contains(.hasSignature) ? bytes[end - PacketLayout.signatureLength..<end] : nil
    }

    /// The payload as its sender meant it.
    ///
    /// - Throws: When the compressed bytes are no DEFLATE stream of exactly the size they claim.
    public func payload() throws(PacketError) -> ArraySlice<UInt8> {
        guard let originalSize else { return body }
        return try Compression.inflate(body, to: originalSize)[...]
    }
}

/// Walks over a frame field by field.
struct PacketReader {
    let bytes: [UInt8]
    var offset = 0

    /// The version, after a check that everything up to the sender ID is there.
    mutating func version() throws(PacketError) -> PacketVersion {
        guard !bytes.isEmpty else { throw .truncated(.version, offset: 0, missing: 1) }
        guard let version = PacketVersion(rawValue: bytes[0]) else { throw .unknownVersion(bytes[0]) }
        _ = try take(version.headerLength, .payloadLength)
        return version
    }

    func payloadLength(_ version: PacketVersion) -> Int {
        lengthField(version, at: PacketLayout.lengthOffset)
    }

    mutating func peer(_ field: PacketField) throws(PacketError) -> PeerID {
        let range = try take(PeerID.byteCount, field)
        return PeerID(rawValue: bytes.bigEndian(at: range.lowerBound, as: UInt64.self))
    }

    mutating func route() throws(PacketError) -> Range<Int> {
        let count = try take(1, .route)
        return try take(Int(bytes[count.lowerBound]) * PeerID.byteCount, .route)
    }

    mutating func originalSize(_ version: PacketVersion, payloadLength: Int) throws(PacketError) -> Int {
        guard payloadLength > version.lengthFieldWidth else { throw .compressedPayloadEmpty }
        let field = try take(version.lengthFieldWidth, .originalSize)
        let size = lengthField(version, at: field.lowerBound)
        guard size <= PacketLayout.largestPayload else { throw .payloadTooLarge(size) }
        let compressed = payloadLength - version.lengthFieldWidth
        guard size <= compressed * Compression.largestExpansion else {
            throw .impossibleExpansion(compressed: compressed, original: size)
        }
        return size
    }

    mutating func take(_ count: Int, _ field: PacketField) throws(PacketError) -> Range<Int> {
        let missing = count - (bytes.count - offset)
        guard missing <= 0 else { throw .truncated(field, offset: offset, missing: missing) }
        defer { offset += count }
        return offset..<offset + count
    }

    private func lengthField(_ version: PacketVersion, at offset: Int) -> Int {
        switch version {
        case .v1: Int(bytes.bigEndian(at: offset, as: UInt16.self))
        case .v2: Int(bytes.bigEndian(at: offset, as: UInt32.self))
        }
    }
}

public import PTTWire

/// The payload of an announce: who a node is.
///
/// Decoding checks the structure only; keys of a wrong length fail later, when the ID is derived from them.
public struct Announce: Hashable, Sendable {
    public var nickname: String
    /// X25519 public key, 32 bytes.
    public var noiseKey: ArraySlice<UInt8>
    /// Ed25519 public key, 32 bytes.
    public var signingKey: ArraySlice<UInt8>
    /// Direct neighbours; the first ten travel.
    public var neighbors: [PeerID] = []
    /// Nil where the node says nothing about them.
    public var capabilities: Capabilities?
    /// Up to twelve bytes; a longer one does not travel.
    public var bridgeGeohash: String?
    /// Nil for a node that does not speak our extension.
    public var voice: VoiceAbilities?

    public init(nickname: String, noiseKey: ArraySlice<UInt8>, signingKey: ArraySlice<UInt8>) {
        self.nickname = nickname
        self.noiseKey = noiseKey
        self.signingKey = signingKey
    }

    enum Tag {
        static let nickname: UInt8 = 0x01
        static let noiseKey: UInt8 = 0x02
        static let signingKey: UInt8 = 0x03
        static let neighbors: UInt8 = 0x04
        static let capabilities: UInt8 = 0x05
        static let bridgeGeohash: UInt8 = 0x06
        /// Ours; shipped nodes skip it.
        static let voice: UInt8 = 0x70
    }

    static let largestNeighborCount = 10
    static let largestGeohashLength = 12
}

/// What a node that speaks our extension can do with live voice.
public struct VoiceAbilities: Hashable, Sendable {
    /// Tells the talker what it heard.
    public var reportsBursts: Bool
    /// Codecs it decodes beside AAC-LC.
    public var codecs: Set<VoiceCodec>

    public init(reportsBursts: Bool, codecs: Set<VoiceCodec>) {
        self.reportsBursts = reportsBursts
        self.codecs = codecs
    }

    static let version: UInt8 = 1
    static let reportsBurstsFlag: UInt8 = 0x01
}

extension Announce {
    /// - Throws: `wrongLength` for a nickname above 255 bytes or a key that is not one.
    public func encoded() throws(PayloadError) -> [UInt8] {
        var bytes: [UInt8] = []
        try Self.append(Tag.nickname, nickname.utf8, to: &bytes)
        try Self.append(Tag.noiseKey, noiseKey, to: &bytes)
        try Self.append(Tag.signingKey, signingKey, to: &bytes)
        if !neighbors.isEmpty {
            var value: [UInt8] = []
            for neighbor in neighbors.prefix(Self.largestNeighborCount) { value.appendBigEndian(neighbor.rawValue) }
            bytes.appendTypeLengthValue(Tag.neighbors, value)
        }
        if let capabilities { bytes.appendTypeLengthValue(Tag.capabilities, capabilities.wireBytes) }
        if let bridgeGeohash, 1...Self.largestGeohashLength ~= bridgeGeohash.utf8.count {
            bytes.appendTypeLengthValue(Tag.bridgeGeohash, bridgeGeohash.utf8)
        }
        if let voice { bytes.appendTypeLengthValue(Tag.voice, voice.wireBytes) }
        return bytes
    }

    /// Unknown tags are skipped; of a repeated one the last counts.
    public init(decoding payload: ArraySlice<UInt8>) throws(PayloadError) {
        var fields = Fields()
        var reader = TypeLengthValueReader(payload)
        while let (tag, value) = try reader.next() {
            try fields.take(tag, value)
        }
        guard let nickname = fields.nickname else { throw .missingTag(Tag.nickname) }
        guard let noiseKey = fields.noiseKey else { throw .missingTag(Tag.noiseKey) }
        guard let signingKey = fields.signingKey else { throw .missingTag(Tag.signingKey) }
        self.init(nickname: nickname, noiseKey: noiseKey, signingKey: signingKey)
        neighbors = fields.neighbors
        capabilities = fields.capabilities
        bridgeGeohash = fields.bridgeGeohash
        voice = fields.voice
    }

    private static func append(
        _ tag: UInt8, _ value: some Collection<UInt8>, to bytes: inout [UInt8]
    ) throws(PayloadError) {
        guard value.count <= UInt8.max else { throw .wrongLength(tag: tag, value.count) }
        bytes.appendTypeLengthValue(tag, value)
    }

    private struct Fields {
        var nickname: String?
        var noiseKey: ArraySlice<UInt8>?
        var signingKey: ArraySlice<UInt8>?
        var neighbors: [PeerID] = []
        var capabilities: Capabilities?
        var bridgeGeohash: String?
        var voice: VoiceAbilities?

        mutating func take(_ tag: UInt8, _ value: ArraySlice<UInt8>) throws(PayloadError) {
            switch tag {
            case Tag.nickname:
                guard let text = String(validating: value, as: UTF8.self) else { throw .notText(tag: tag) }
                nickname = text
            case Tag.noiseKey: noiseKey = value
            case Tag.signingKey: signingKey = value
            case Tag.neighbors: neighbors = PeerID.list(wire: value) ?? neighbors
            case Tag.capabilities: capabilities = Capabilities(wire: value)
            case Tag.bridgeGeohash:
                guard 1...Announce.largestGeohashLength ~= value.count else { return }
                bridgeGeohash = String(validating: value, as: UTF8.self)
            case Tag.voice: voice = VoiceAbilities(wire: value)
            default: return
            }
        }
    }
}

extension VoiceAbilities {
    var wireBytes: [UInt8] {
        [Self.version, reportsBursts ? Self.reportsBurstsFlag : 0] + codecs.map(\.rawValue).sorted()
    }

    /// Nil for another version, whose bytes mean something unknown; codecs and flags without a name are skipped.
    init?(wire value: ArraySlice<UInt8>) {
        guard value.count >= 2, value.first == Self.version else { return nil }
        reportsBursts = value[value.startIndex + 1] & Self.reportsBurstsFlag != 0
        codecs = Set(value.dropFirst(2).compactMap(VoiceCodec.init(rawValue:)))
    }
}

extension PeerID {
    /// The IDs that stand one after another in `bytes`; nil when the bytes do not divide into whole ones.
    static func list(wire bytes: ArraySlice<UInt8>) -> [PeerID]? {
        guard bytes.count.isMultiple(of: byteCount) else { return nil }
        return stride(from: bytes.startIndex, to: bytes.endIndex, by: byteCount).compactMap { start in
            PeerID(wire: bytes[start..<start + byteCount])
        }
    }
}

/// What each side says at the start of a session: its abilities, and which signing key belongs to its Noise key.
public struct PeerState: Hashable, Sendable {
    public var capabilities: Capabilities
    /// Ed25519 public key, 32 bytes.
    public var signingKey: ArraySlice<UInt8>

    private static let version: UInt8 = 1
    private static let capabilitiesTag: UInt8 = 0x01
    private static let signingKeyTag: UInt8 = 0x02
    private static let signingKeyLength = 32
    private static let largestCapabilitiesLength = 8

    public init(capabilities: Capabilities, signingKey: ArraySlice<UInt8>) {
        self.capabilities = capabilities
        self.signingKey = signingKey
    }

    /// The body behind the kind byte; the key has 32 bytes.
    public func encoded() -> [UInt8] {
        var body = [Self.version]
        body.appendTypeLengthValue(Self.capabilitiesTag, capabilities.wireBytes)
        body.appendTypeLengthValue(Self.signingKeyTag, signingKey)
        return body
    }

    /// Unknown tags are skipped; anything repeated, cut or longer than needed refuses the whole.
    public init(decoding body: ArraySlice<UInt8>) throws(PayloadError) {
        guard let version = body.first else { throw .empty }
        guard version == Self.version else { throw .unknownVersion(version) }
        var capabilities: Capabilities?
        var signingKey: ArraySlice<UInt8>?
        var reader = TypeLengthValueReader(body.dropFirst())
        while let (tag, value) = try reader.next() {
            switch tag {
            case Self.capabilitiesTag:
                guard capabilities == nil else { throw .repeatedTag(tag) }
                capabilities = try Self.capabilities(value)
            case Self.signingKeyTag:
                guard signingKey == nil else { throw .repeatedTag(tag) }
                guard value.count == Self.signingKeyLength else {
                    throw .wrongLength(tag: tag, value.count)
                }
                signingKey = value
            default: continue
            }
        }
        guard reader.leftover == 0 else { throw .trailingBytes(reader.leftover) }
        guard let capabilities else { throw .missingTag(Self.capabilitiesTag) }
        guard let signingKey else { throw .missingTag(Self.signingKeyTag) }
        self.init(capabilities: capabilities, signingKey: signingKey)
    }

    private static func capabilities(_ value: ArraySlice<UInt8>) throws(PayloadError) -> Capabilities {
        guard 1...largestCapabilitiesLength ~= value.count else {
            throw .wrongLength(tag: capabilitiesTag, value.count)
        }
        let capabilities = Capabilities(wire: value)
        guard capabilities.wireBytes.count == value.count else { throw .notCanonical(tag: capabilitiesTag) }
        return capabilities
    }
}

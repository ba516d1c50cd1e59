/// What travels inside a session: one byte that names the kind, then its body.
public struct PrivatePayload: Sendable {
    public enum Kind: UInt8, CaseIterable, Hashable, Sendable {
        case message = 0x01
        case readReceipt = 0x02
        case deliveredReceipt = 0x03
        case groupInvite = 0x06
        case groupKeyUpdate = 0x07
        case voice = 0x08
        case verifyChallenge = 0x10
        case verifyResponse = 0x11
        case vouch = 0x12
        case file = 0x20
        case peerState = 0x21
        /// Ours: what became of a burst at its listener.
        case burstReport = 0x70

        /// An early number of `file`, which is still read.
        static let earlyFile: UInt8 = 0x09

        init?(wire byte: UInt8) {
            self.init(rawValue: byte == Self.earlyFile ? Kind.file.rawValue : byte)
        }
    }

    public var kind: Kind
    public var body: ArraySlice<UInt8>

    public init(decoding plaintext: ArraySlice<UInt8>) throws(PayloadError) {
        guard !plaintext.isEmpty else { throw .empty }
        let first = plaintext[plaintext.startIndex]
        guard let kind = Kind(wire: first) else { throw .unknownType(first) }
        self.kind = kind
        body = plaintext[(plaintext.startIndex + 1)...]
    }
}

/// A line of private text.
public struct PrivateMessage: Hashable, Sendable {
    /// Chosen by the sender; receipts name it.
    public var id: String
    public var text: String

    /// Bytes of UTF-8 that each of the two may have.
    public static let largestFieldLength = 255
    private static let idTag: UInt8 = 0x00
    private static let textTag: UInt8 = 0x01

    public init(id: String, text: String) {
        self.id = id
        self.text = text
    }

    /// The body behind the kind byte.
    public func encoded() throws(PayloadError) -> [UInt8] {
        var body: [UInt8] = []
        for (tag, value) in [(Self.idTag, id), (Self.textTag, text)] {
            guard value.utf8.count <= Self.largestFieldLength else { throw .wrongLength(tag: tag, value.utf8.count) }
            body.appendTypeLengthValue(tag, value.utf8)
        }
        return body
    }

    /// An unknown tag refuses the whole, as shipped nodes do; of a repeated one the last counts.
    public init(decoding body: ArraySlice<UInt8>) throws(PayloadError) {
        var id: String?
        var text: String?
        var reader = TypeLengthValueReader(body)
        while let (tag, value) = try reader.next() {
            guard tag == Self.idTag || tag == Self.textTag else { throw .unknownTag(tag) }
            guard let field = String(validating: value, as: UTF8.self) else { throw .notText(tag: tag) }
            if tag == Self.idTag { id = field } else { text = field }
        }
        guard let id else { throw .missingTag(Self.idTag) }
        guard let text else { throw .missingTag(Self.textTag) }
        self.init(id: id, text: text)
    }
}

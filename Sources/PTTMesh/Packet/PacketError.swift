/// Why bytes are no packet, or a packet cannot be put into bytes.
public enum PacketError: Error, Hashable, Sendable {
    /// The bytes end inside a field that begins at `offset`.
    case truncated(PacketField, offset: Int, missing: Int)
    case unknownVersion(UInt8)
    /// The payload length, or the size a compressed payload claims, is above ``PacketLayout/largestPayload``.
    case payloadTooLarge(Int)
    /// The compressed flag is set and nothing follows the original size.
    case compressedPayloadEmpty
    /// No DEFLATE stream of that length can become that large.
    case impossibleExpansion(compressed: Int, original: Int)
    /// The compressed payload is no raw DEFLATE stream.
    case notDeflate
    /// The DEFLATE stream ends before, or goes on after, the size it claims.
    case wrongInflatedSize(claimed: Int)
    /// The payload does not fit the length field of its version.
    case payloadDoesNotFit(Int, PacketVersion)
    case tooManyHops(Int)
}

/// The parts of a packet, in the order in which they stand.
public enum PacketField: String, CaseIterable, Hashable, Sendable {
    case version, type, timeToLive, timestamp, flags, payloadLength, sender, recipient, route, originalSize, payload
    case signature, padding
}

extension PacketError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .truncated(let field, let offset, let missing):
            "\(missing) bytes are missing of the \(field) that begins at byte \(offset)"
        case .unknownVersion(let version):
            "version \(version) is neither 1 nor 2"
        case .payloadTooLarge(let length):
            "a payload of \(length) bytes is above the limit of \(PacketLayout.largestPayload)"
        case .compressedPayloadEmpty:
            "the payload is marked as compressed and holds no compressed bytes"
        case .impossibleExpansion(let compressed, let original):
            "\(compressed) bytes of DEFLATE cannot become \(original)"
        case .notDeflate:
            "the compressed payload is not a raw DEFLATE stream"
        case .wrongInflatedSize(let claimed):
            "the compressed payload does not inflate to the \(claimed) bytes it claims"
        case .payloadDoesNotFit(let length, let version):
            "a payload of \(length) bytes does not fit a version \(version.rawValue) packet"
        case .tooManyHops(let count):
            "a route of \(count) hops is longer than \(PacketLayout.largestHopCount)"
        }
    }
}

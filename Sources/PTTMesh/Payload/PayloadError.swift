/// Why a payload says nothing, or cannot be put into bytes.
public enum PayloadError: Error, Hashable, Sendable {
    /// The bytes end inside a field.
    case truncated
    case empty
    /// The first byte names no payload that this node knows.
    case unknownType(UInt8)
    case unknownVersion(UInt8)
    /// A tag in a payload that allows no unknown ones.
    case unknownTag(UInt8)
    case repeatedTag(UInt8)
    case missingTag(UInt8)
    /// A value whose length its tag does not allow.
    case wrongLength(tag: UInt8, Int)
    /// The value is no UTF-8.
    case notText(tag: UInt8)
    /// A number with more bytes than it needs.
    case notCanonical(tag: UInt8)
    /// A number that stands for nothing.
    case unknownValue(UInt8)
    case trailingBytes(Int)
}

extension PayloadError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .truncated: "the bytes end inside a field"
        case .empty: "there are no bytes"
        case .unknownType(let type): "type \(type) is unknown"
        case .unknownVersion(let version): "version \(version) is unknown"
        case .unknownTag(let tag): "tag \(tag) is unknown and may not stand here"
        case .repeatedTag(let tag): "tag \(tag) stands twice"
        case .missingTag(let tag): "tag \(tag) is missing"
        case .wrongLength(let tag, let length): "tag \(tag) may not have \(length) bytes"
        case .notText(let tag): "the value of tag \(tag) is not UTF-8"
        case .notCanonical(let tag): "the number of tag \(tag) has more bytes than it needs"
        case .unknownValue(let value): "\(value) stands for nothing"
        case .trailingBytes(let count): "\(count) bytes follow the end"
        }
    }
}

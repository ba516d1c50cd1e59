/// Why bytes are no sync request.
public enum SyncError: Error, Hashable, Sendable {
    /// The bytes end inside a field.
    case truncated
    case missingTag(UInt8)
    /// The Rice parameter is none of 1 to 32.
    case parameterOutOfRange(UInt8)
    /// The modulus is zero.
    case emptyRange
    /// The filter is above ``SyncRequest/largestFilter``.
    case filterTooLarge(Int)
}

extension SyncError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .truncated: "the bytes end inside a field"
        case .missingTag(let tag): "tag \(tag) is missing"
        case .parameterOutOfRange(let parameter): "the Rice parameter \(parameter) is not 1 to 32"
        case .emptyRange: "the filter's modulus is zero"
        case .filterTooLarge(let count):
            "a filter of \(count) bytes is above the limit of \(SyncRequest.largestFilter)"
        }
    }
}

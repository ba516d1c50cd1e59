/// Why bytes are no file, or a file is not taken or sent.
public enum FileError: Error, Hashable, Sendable {
    /// The bytes end inside a field.
    case truncated
    /// The name or the type has more bytes than its length field can say.
    case fieldTooLong(Int)
    /// The content, or the size that is claimed, is above ``FileLimits/largestContent``.
    case tooLarge(UInt64)
    case empty
    /// The file says no type, or one that is not taken.
    case typeNotTaken(String?)
    /// The content does not begin as files of its type do.
    case contentIsNotItsType(FileType)
}

extension FileError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .truncated: "the bytes end inside a field"
        case .fieldTooLong(let length): "a name or type of \(length) bytes does not fit its field"
        case .tooLarge(let size): "\(size) bytes are above the limit of \(FileLimits.largestContent)"
        case .empty: "the file has no content"
        case .typeNotTaken(let type): "files of type \(type ?? "unknown") are not taken"
        case .contentIsNotItsType(let type): "the content is not \(type.rawValue)"
        }
    }
}

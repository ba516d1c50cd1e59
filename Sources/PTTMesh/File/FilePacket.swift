import PTTWire

/// A file as it travels: the payload of a packet of type 0x22, and of the private payload 0x20 (bitchat wire §6.1).
public struct FilePacket: Hashable, Sendable {
    /// As its sender named it: see ``FileName`` before a disk sees it.
    public var name: String?
    /// What the sender says of the size; not checked against the content, and nil for the content's own.
    public var claimedSize: Int?
    public var mimeType: String?
    public var content: ArraySlice<UInt8>

    private enum Tag: UInt8 {
        case name = 0x01
        case size = 0x02
        case mimeType = 0x03
        case content = 0x04
    }

    public init(name: String?, mimeType: String?, content: ArraySlice<UInt8>, claimedSize: Int? = nil) {
        self.name = name
        self.mimeType = mimeType
        self.content = content
        self.claimedSize = claimedSize
    }

    /// The size that is said: the claimed one, else that of the content.
    public var size: Int { claimedSize ?? content.count }

    /// `tag u8 ‖ length ‖ value` for each field; lengths of two bytes, that of the content of four.
    ///
    /// A file without content has bytes too, though nobody takes them.
    public func encoded() throws(FileError) -> [UInt8] {
        let size = size
        guard size <= FileLimits.largestContent, content.count <= FileLimits.largestContent else {
            throw .tooLarge(UInt64(max(size, content.count)))
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(content.count + 64)
        if let name { try bytes.appendField(Tag.name.rawValue, name.utf8) }
        bytes.append(Tag.size.rawValue)
        bytes.appendBigEndian(UInt16(4))
        bytes.appendBigEndian(UInt32(max(0, size)))
        if let mimeType { try bytes.appendField(Tag.mimeType.rawValue, mimeType.utf8) }
        bytes.append(Tag.content.rawValue)
        bytes.appendBigEndian(UInt32(content.count))
        bytes += content
        return bytes
    }

    /// Reads what shipped nodes read, old forms included: a size of eight bytes, a content length of two, content in several
    /// fields. Unknown tags, sizes of other lengths, and names that are no UTF-8 are skipped.
    public init(decoding bytes: ArraySlice<UInt8>) throws(FileError) {
        var reader = ByteReader(bytes)
        content = []
        do {
            while !reader.isAtEnd {
                let tag = Tag(rawValue: try reader.readUInt8())
                switch tag {
                case .name: name = String(validating: try reader.readLongValue(), as: UTF8.self)
                case .size: try takeSize(try reader.readLongValue())
                case .mimeType: mimeType = String(validating: try reader.readLongValue(), as: UTF8.self)
                case .content: try takeContent(try reader.readContent())
                case nil: _ = try reader.readLongValue()
                }
            }
        } catch let error as FileError {
            throw error
        } catch {
            throw .truncated
        }
        guard !content.isEmpty else { throw .empty }
        claimedSize = claimedSize ?? content.count
    }

    private mutating func takeSize(_ value: ArraySlice<UInt8>) throws(FileError) {
        guard value.count == 4 || value.count == 8 else { return }
        let size = value.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        guard size <= UInt64(FileLimits.largestContent) else { throw .tooLarge(size) }
        claimedSize = Int(size)
    }

    private mutating func takeContent(_ value: ArraySlice<UInt8>) throws(FileError) {
        guard content.count + value.count <= FileLimits.largestContent else {
            throw .tooLarge(UInt64(content.count + value.count))
        }
        if content.isEmpty { content = value } else { content += value }
    }
}

extension ByteReader {
    /// A value behind a length of four bytes, or of two where four would not fit.
    fileprivate mutating func readContent() throws(TruncatedInput) -> ArraySlice<UInt8> {
        var wide = self
        do throws(TruncatedInput) {
            let value = try wide.readBytes(Int(try wide.readUInt32()))
            self = wide
            return value
        } catch {
            return try readLongValue()
        }
    }
}

extension [UInt8] {
    fileprivate mutating func appendField(_ tag: UInt8, _ value: String.UTF8View) throws(FileError) {
        guard value.count <= Int(UInt16.max) else { throw .fieldTooLong(value.count) }
        appendLongTypeLengthValue(tag, value)
    }
}

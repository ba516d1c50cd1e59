/// Why bytes are not a set of code tables.
public enum TableError: Error, Equatable, Sendable {
    /// The file ends before its contents do.
    case truncated
    /// The first bytes are not those of a table file.
    case notATableFile
    /// Tables for another layout of the packet.
    case unsupportedVersion(UInt16)
    /// The contents are damaged.
    case wrongChecksum
    /// The file holds another number of tables than the layout has.
    case wrongTableCount(UInt16)
    /// A table is not the one that comes at its place (counted from 0), or has another shape.
    case wrongTable(place: Int)
    /// A table's scale is not a number above 0 and at most 1000.
    case wrongScale(place: Int)
    /// The name of the generator is not ASCII.
    case unreadableGenerator
    /// Bytes follow the end.
    case trailingBytes
}

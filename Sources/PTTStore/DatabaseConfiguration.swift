/// The bounds of one database.
public struct DatabaseConfiguration: Hashable, Sendable {
    /// When a transaction is on the disk.
    public enum Durability: Hashable, Sendable {
        /// Before `write` returns: it outlives a power cut.
        case full
        /// At the next checkpoint: it outlives a crash of the program; a power cut may cost the newest, never the file.
        case relaxed
    }

    public var durability = Durability.full
    /// How long a transaction waits for another connection.
    public var busyTimeout = Duration.seconds(2)
    /// Size of the file at most, in pages of 4 KiB; beyond it, writing fails as on a full disk. 128 MiB.
    public var maximumPages = 32_768
    /// Bytes of one value, one row or one statement at most: more than any row of ours, less than a flood.
    public var maximumValueBytes = 4 << 20
    /// Rows of one answer at most; ask for less by `LIMIT`.
    public var maximumRows = 100_000
    /// Prepared statements kept: more than the statements of one schema.
    public var cachedStatements = 64
    /// Damaged files kept beside the database; the oldest gives way.
    public var damagedFiles = 3

    public init() {}
}

/// The bounds of a timeline.
public struct TimelineConfiguration: Hashable, Sendable {
    /// How long a bubble is kept: as long as the shipped app keeps its files.
    public var age = Duration.seconds(7 * 24 * 3600)
    /// Bytes of all files and texts together; the same source.
    public var bytes = 100 << 20
    /// Bubbles kept: a busy week, and an answer that still fits in memory.
    public var bubbles = 20_000
    /// How long a bubble that is gone stays closed to stragglers: senders repeat undelivered notes for a week.
    public var tombstoneAge = Duration.seconds(7 * 24 * 3600)
    /// Closed bubbles remembered, as many as the shipped app remembers received media.
    public var tombstones = 4_096
    /// Bytes of one received file: the largest that the mesh carries.
    public var fileBytes = 1 << 20
    /// Bytes of one text; a longer one is cut. The database holds ``bytes`` of them, and the rows around them.
    public var textBytes = 16 << 10
    /// Bytes of one name or ID, as many as the mesh carries; a longer one is cut.
    public var nameBytes = 255
    /// Peers whose receipts are kept for one bubble.
    public var receipts = 64
    /// Bubbles of one page at most.
    public var page = 500

    public init() {}
}

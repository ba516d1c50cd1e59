/// One thing that was said in a conversation: a line of its file, and of the answer to `history`.
public struct HistoryEntry: Hashable, Sendable, Codable {
    public enum Kind: String, Hashable, Sendable, Codable { case text, voice }
    public enum Direction: String, Hashable, Sendable, Codable { case sent, received }

    /// Message ID or burst ID.
    public var id: String
    public var kind: Kind
    public var direction: Direction
    /// When it was said or heard here, in milliseconds since 1970.
    public var atMs: UInt64
    public var peer: String
    /// How the peer called itself then.
    public var nickname: String
    /// Of a text sent: `queued`, `sent`, `delivered`, `read` or `failed`. Of a burst sent: `sent`, or the stage that the peer
    /// reported. Of a text received: `received`. Of a burst received: `heard_live` or `kept_as_note`.
    public var state: String
    public var text: String?
    /// Path of the voice note.
    public var note: String?
    public var durationMs: Int?

    /// What a later line must share with an earlier one to take its place.
    struct Key: Hashable, Sendable {
        var id: String
        var kind: Kind
        var direction: Direction
    }

    var key: Key { Key(id: id, kind: kind, direction: direction) }
}

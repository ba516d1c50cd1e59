/// The texts received lately, to tell one that comes again.
struct ReceivedTexts: Sendable {
    private struct Key: Hashable, Sendable {
        var sender: PeerID
        var id: String
    }

    private var keys: RecentSet<Key>

    init(capacity: Int) {
        keys = RecentSet(capacity: capacity)
    }

    /// False when it was noted before.
    mutating func note(_ id: String, from sender: PeerID) -> Bool {
        keys.note(Key(sender: sender, id: id))
    }
}

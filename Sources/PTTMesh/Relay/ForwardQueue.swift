import PTTWire

/// Packets of others that wait for their moment; of fixed size, and used without allocating.
struct ForwardQueue: Sendable {
    struct Entry: Sendable {
        var due: Instant
        /// Already patched.
        var frame: [UInt8]
        var fingerprint: PacketFingerprint
        var ingress: LinkID
        /// Nil for everyone.
        var recipient: PeerID?
    }

    private var entries: [Entry] = []
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        entries.reserveCapacity(capacity)
    }

    var isFull: Bool { entries.count >= capacity }

    /// When the next one is due.
    var nextDue: Instant? { earliest.map { entries[$0].due } }

    /// - Precondition: The queue is not full.
    mutating func append(_ entry: consuming Entry) {
        entries.append(entry)
    }

    /// Takes out the earliest that is due.
    mutating func popDue(at now: Instant) -> Entry? {
        guard let index = earliest, entries[index].due <= now else { return nil }
        return entries.remove(at: index)
    }

    /// Drops the packet because a neighbour forwarded it; false when it was not waiting, or came over that same link.
    mutating func cancel(_ fingerprint: PacketFingerprint, heardOver link: LinkID) -> Bool {
        for index in entries.indices
        where entries[index].fingerprint == fingerprint && entries[index].ingress != link {
            entries.remove(at: index)
            return true
        }
        return false
    }

    /// Not `min`, which allocates where it is not specialized.
    private var earliest: Int? {
        guard !entries.isEmpty else { return nil }
        var earliest = 0
        for index in entries.indices where entries[index].due < entries[earliest].due { earliest = index }
        return earliest
    }
}

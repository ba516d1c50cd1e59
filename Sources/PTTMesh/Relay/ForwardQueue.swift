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
    var nextDue: Instant? { entries.lazy.map(\.due).min() }

    /// - Precondition: The queue is not full.
    mutating func append(_ entry: consuming Entry) {
        entries.append(entry)
    }

    /// Takes out the earliest that is due.
    mutating func popDue(at now: Instant) -> Entry? {
        guard let index = entries.indices.min(by: { entries[$0].due < entries[$1].due }), entries[index].due <= now
        else { return nil }
        return entries.remove(at: index)
    }

    /// Drops the packet because a neighbour forwarded it; false when it was not waiting, or came over that same link.
    mutating func cancel(_ fingerprint: PacketFingerprint, heardOver link: LinkID) -> Bool {
        guard let index = entries.firstIndex(where: { $0.fingerprint == fingerprint && $0.ingress != link }) else {
            return false
        }
        entries.remove(at: index)
        return true
    }
}

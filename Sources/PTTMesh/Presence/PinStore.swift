import PTTWire

/// The keys by which peers are known: trusted when first met, certain once proven inside a session.
struct PinStore: Sendable {
    private var pins: [PeerID: Pin] = [:]
    private let capacity: Int
    private var uses: UInt64 = 0

    private struct Pin: Sendable {
        var peer: PinnedPeer
        /// Counts up, so that the least is the one not used for longest.
        var lastUse: UInt64
    }

    init(_ peers: [PinnedPeer], capacity: Int) {
        self.capacity = capacity
        for peer in peers.suffix(capacity) { _ = store(peer) }
    }

    subscript(id: PeerID) -> PinnedPeer? { pins[id]?.peer }

    /// Keeps the keys; returns the ID that had to make room.
    mutating func store(_ peer: PinnedPeer) -> PeerID? {
        let evicted = pins[peer.id] == nil && pins.count >= capacity ? evictable : nil
        if let evicted { pins[evicted] = nil }
        uses += 1
        pins[peer.id] = Pin(peer: peer, lastUse: uses)
        return evicted
    }

    mutating func touch(_ id: PeerID) {
        uses += 1
        pins[id]?.lastUse = uses
    }

    /// Whoever never proved itself goes first, the one not used for longest.
    private var evictable: PeerID? {
        pins.min { left, right in
            (left.value.peer.isProven ? 1 : 0, left.value.lastUse) < (
                right.value.peer.isProven ? 1 : 0, right.value.lastUse
            )
        }?.key
    }
}

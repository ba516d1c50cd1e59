import PTTWire

/// The kept packets of one kind, oldest arrival first.
struct GossipShelf: Sendable {
    struct Entry: Sendable {
        var id: GossipID
        var filterHash: UInt64
        var timestamp: Timestamp
        var sender: PeerID
        /// Where it came from; nil for our own.
        var link: LinkID?
        /// The frame that it is a piece of.
        var fragment: FragmentID?
        /// As received, without what follows its end.
        var frame: [UInt8]
    }

    private(set) var entries: [Entry] = []
    private(set) var byteCount = 0
    private var ids: Set<GossipID> = []

    func contains(_ id: GossipID) -> Bool { ids.contains(id) }

    /// Puts `entry`, which is not there yet, behind the others.
    mutating func append(_ entry: Entry) {
        ids.insert(entry.id)
        byteCount += entry.frame.count
        entries.append(entry)
    }

    mutating func remove(where isUnwanted: (Entry) -> Bool) {
        guard entries.contains(where: isUnwanted) else { return }
        entries.removeAll(where: isUnwanted)
        ids = Set(entries.map(\.id))
        byteCount = entries.reduce(0) { $0 + $1.frame.count }
    }

    /// Drops until no more is kept than `limits` say.
    mutating func shrink(to limits: GossipShelfLimits) {
        while entries.count > limits.packets { removeOldestOfHeaviest { _ in 1 } }
        while byteCount > limits.bytes { removeOldestOfHeaviest { $0.frame.count } }
    }

    /// Who sends most over the link that brought most pays, so that a flood washes away nothing but itself.
    private mutating func removeOldestOfHeaviest(by weight: (Entry) -> Int) {
        var links: [LinkID?: Int] = [:]
        for entry in entries { links[entry.link, default: 0] += weight(entry) }
        let link = entries.max { links[$0.link] ?? 0 < links[$1.link] ?? 0 }?.link
        var senders: [PeerID: Int] = [:]
        for entry in entries where entry.link == link { senders[entry.sender, default: 0] += weight(entry) }
        let most = senders.values.max()
        guard let index = entries.firstIndex(where: { $0.link == link && senders[$0.sender] == most }) else { return }
        let gone = entries.remove(at: index)
        ids.remove(gone.id)
        byteCount -= gone.frame.count
    }
}

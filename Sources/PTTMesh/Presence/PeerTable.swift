import PTTWire

/// A peer as the engine knows it.
struct PeerRecord: Sendable {
    let id: PeerID
    var nickname: String
    var fingerprint: String
    var voice: VoiceAbilities?
    /// Direct ways, the one bound last at the end.
    var links: [LinkID] = []
    /// Where something authentic from the peer arrived last, directly or not.
    var lastLink: LinkID?
    /// Where the last message of its session arrived: unlike an announce, nobody can take that elsewhere and repeat it.
    var provenLink: LinkID?
    /// True while the newest announce came over another link, and nothing over the proven one since.
    var doubtsWay = false
    var lastHeard: Instant
    /// Stamp of the newest announce taken: an older one tells nothing new.
    var lastAnnounce: Timestamp?
    /// When we last announced ourselves because of it.
    var lastAnswer: Instant?
    var clock = SenderClock()
    var hasSession = false
    /// Our peer state was told again in answer to its own.
    var stateWasEchoed = false
    /// What was last told to the owner.
    var told: MeshPeer?

    init(id: PeerID, at now: Instant) {
        self.id = id
        nickname = String(id.description.prefix(8))
        fingerprint = ""
        lastHeard = now
    }

    var isConnected: Bool { !links.isEmpty }

    /// The link to send over; nil where only sending to all is sure to reach the peer: it is no neighbour, or its announces
    /// and its messages come by different ways.
    var way: LinkID? {
        guard let provenLink else { return links.last }
        return !doubtsWay && hasLink(provenLink) ? provenLink : nil
    }

    private func hasLink(_ link: LinkID) -> Bool {
        // Not `contains`, which allocates where it is not specialized.
        for index in links.indices where links[index] == link { return true }
        return false
    }

    /// A message of its session came over this link.
    mutating func prove(_ link: LinkID) {
        provenLink = link
        lastLink = link
        doubtsWay = false
    }

    /// Its newest announce came over this link, and directly.
    mutating func heardAnnounce(over link: LinkID) {
        lastLink = link
        doubtsWay = provenLink != nil && provenLink != link
    }

    /// A copy of something of its own came over this link.
    mutating func heardCopy(over link: LinkID, isMessage: Bool) {
        if link == provenLink {
            doubtsWay = false
        } else if isMessage, way == nil, hasLink(link) {
            // It serves as well, and better than sending to all.
            prove(link)
        }
    }

    mutating func lose(_ link: LinkID) {
        links.removeAll { $0 == link }
        if provenLink == link { provenLink = nil }
    }

    /// Takes back what announces said: they were not the peer's.
    mutating func forgetAnnounce() {
        nickname = String(id.description.prefix(8))
        voice = nil
        lastAnnounce = nil
        links = []
    }
}

/// The peers known at a time.
struct PeerTable: Sendable {
    private var records: [PeerID: PeerRecord] = [:]
    private let capacity: Int
    /// Peers with a direct link.
    private(set) var connectedCount = 0

    init(capacity: Int) {
        self.capacity = capacity
        records.reserveCapacity(capacity)
    }

    var ids: [PeerID] { Array(records.keys) }
    var all: some Collection<PeerRecord> { records.values }

    subscript(id: PeerID) -> PeerRecord? { records[id] }

    /// The link to send to a peer over, read in place because it is asked with every packet.
    func way(to id: PeerID) -> LinkID? {
        guard let index = records.index(forKey: id) else { return nil }
        return records.values[index].way
    }

    /// Changes one record in place; nil when there is none.
    @discardableResult
    mutating func update<Result>(_ id: PeerID, _ change: (inout PeerRecord) -> Result) -> Result? {
        guard let index = records.index(forKey: id) else { return nil }
        let wasConnected = records.values[index].isConnected
        defer { connectedCount += (records.values[index].isConnected ? 1 : 0) - (wasConnected ? 1 : 0) }
        return change(&records.values[index])
    }

    /// Adds a record; returns the peer that had to make room.
    ///
    /// Those with a session or a link stay longest; among the rest the one not heard for longest goes.
    mutating func insert(_ record: PeerRecord) -> PeerID? {
        let evicted = records.count >= capacity ? leastWanted : nil
        if let evicted { remove(evicted) }
        records[record.id] = record
        connectedCount += record.isConnected ? 1 : 0
        return evicted
    }

    mutating func remove(_ id: PeerID) {
        guard let record = records.removeValue(forKey: id) else { return }
        connectedCount -= record.isConnected ? 1 : 0
    }

    private var leastWanted: PeerID? {
        records.values.min { left, right in
            let ranks = (left.hasSession || left.isConnected, right.hasSession || right.isConnected)
            return ranks.0 == ranks.1 ? left.lastHeard < right.lastHeard : !ranks.0
        }?.id
    }
}

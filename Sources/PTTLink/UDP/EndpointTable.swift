/// The neighbours of a link by address: bounded, and robust against floods of forged sources.
///
/// A newcomer is on probation until it is heard again a second later; where the table is full, newcomers give way
/// first, so forged addresses replace each other and not those that speak. Every operation but ``expire`` is O(1).
struct EndpointTable: Sendable {
    typealias Time = ContinuousClock.Instant

    struct Entry: Sendable {
        let address: SocketAddress
        let endpoint: Endpoint
        var isStatic: Bool
        /// The owner was told `.up` and not yet `.down`.
        var isUp: Bool
        /// A datagram of its came since it is up.
        var hasSpoken: Bool
        let firstHeard: Time
        var lastHeard: Time
        /// When a datagram of its last came by way of a multicast group.
        var lastHeardOnGroup: Time?
        fileprivate var isEstablished = false
        fileprivate var previous: Int?
        fileprivate var next: Int?
    }

    enum Arrival: Sendable {
        case known(Endpoint)
        /// A neighbour that was not there: tell `.down` of the one evicted for it, if any, then `.up`.
        case new(Endpoint, evicted: Endpoint?)
        /// Too many newcomers at once.
        case refused
    }

    private struct Queue {
        var oldest: Int?
        var newest: Int?
    }

    private let capacity: Int
    private let silenceLimit: Duration
    private let admissionsPerSecond: Int
    private var admissions: Int
    private var admissionsSince: Time

    private var slots: [Entry?] = []
    private var freeSlots: [Int] = []
    private var slotByAddress: [SocketAddress: Int] = [:]
    private var slotByEndpoint: [Endpoint: Int] = [:]
    /// On probation, and established.
    private var queues = [Queue(), Queue()]

    init(capacity: Int, silenceLimit: Duration, admissionsPerSecond: Int, now: Time) {
        self.capacity = max(1, capacity)
        self.silenceLimit = silenceLimit
        self.admissionsPerSecond = max(1, admissionsPerSecond)
        admissions = 0
        admissionsSince = now
    }

    var count: Int { slotByAddress.count }

    func address(of endpoint: Endpoint) -> SocketAddress? {
        slotByEndpoint[endpoint].flatMap { slots[$0]?.address }
    }

    func entry(at address: SocketAddress) -> Entry? {
        slotByAddress[address].flatMap { slots[$0] }
    }

    /// Notes a datagram from `address`; `name` is asked for its text only when it is new.
    mutating func heard(
        _ address: SocketAddress, onGroup: Bool, now: Time, name: (SocketAddress) -> String
    ) -> Arrival {
        guard let slot = slotByAddress[address], var entry = slots[slot] else {
            return admit(address, onGroup: onGroup, now: now, name: name)
        }
        let wasUp = entry.isUp
        entry.lastHeard = now
        entry.isUp = true
        entry.hasSpoken = true
        if onGroup { entry.lastHeardOnGroup = now }
        unlink(slot)
        entry.isEstablished = entry.isEstablished || now - entry.firstHeard >= .seconds(1)
        entry.previous = nil
        entry.next = nil
        slots[slot] = entry
        link(slot)
        return wasUp ? .known(entry.endpoint) : .new(entry.endpoint, evicted: nil)
    }

    /// Adds a peer that was told to us; it is never evicted. Returns its endpoint when `.up` is due.
    ///
    /// - Parameter isUp: whether it counts as up before it was heard; else it is only called along with broadcasts.
    mutating func addStatic(
        _ address: SocketAddress, isUp: Bool, now: Time, name: (SocketAddress) -> String
    ) -> Endpoint? {
        if let slot = slotByAddress[address], let entry = slots[slot] {
            unlink(slot)
            slots[slot]?.isStatic = true
            slots[slot]?.isUp = entry.isUp || isUp
            return isUp && !entry.isUp ? entry.endpoint : nil
        }
        let endpoint = Endpoint(name(address))
        insert(
            Entry(
                address: address, endpoint: endpoint, isStatic: true, isUp: isUp, hasSpoken: false, firstHeard: now,
                lastHeard: now))
        return isUp ? endpoint : nil
    }

    /// Forgets `address`; returns its endpoint when `.down` is due.
    mutating func remove(_ address: SocketAddress) -> Endpoint? {
        guard let slot = slotByAddress[address], let entry = slots[slot] else { return nil }
        drop(slot)
        return entry.isUp ? entry.endpoint : nil
    }

    /// Takes down all that have been silent for too long; static peers stay in the table.
    mutating func expire(now: Time) -> [Endpoint] {
        var gone: [Endpoint] = []
        for slot in slots.indices {
            guard let entry = slots[slot], entry.isUp, now - entry.lastHeard >= silenceLimit else { continue }
            gone.append(entry.endpoint)
            if entry.isStatic {
                slots[slot]?.isUp = false
                slots[slot]?.hasSpoken = false
            } else {
                drop(slot)
            }
        }
        return gone
    }

    /// Calls `body` with every neighbour that a datagram to the groups of these families would not reach.
    func forEachDeaf(to groups: (ipv4: Bool, ipv6: Bool), now: Time, _ body: (Entry) -> Void) {
        for slot in slots.indices {
            guard let entry = slots[slot] else { continue }
            let hasGroup =
                switch entry.address.family {
                case .ipv4: groups.ipv4
                case .ipv6: groups.ipv6
                }
            let spokeOnGroup = entry.lastHeardOnGroup.map { now - $0 < silenceLimit } ?? false
            if !(hasGroup && spokeOnGroup) { body(entry) }
        }
    }

    private mutating func admit(
        _ address: SocketAddress, onGroup: Bool, now: Time, name: (SocketAddress) -> String
    ) -> Arrival {
        if now - admissionsSince >= .seconds(1) {
            admissionsSince = now
            admissions = 0
        }
        guard admissions < admissionsPerSecond else { return .refused }
        admissions += 1
        var evicted: Endpoint?
        if count >= capacity {
            guard let victim = queues[0].oldest ?? queues[1].oldest, let entry = slots[victim] else {
                return .refused
            }
            drop(victim)
            evicted = entry.isUp ? entry.endpoint : nil
        }
        let endpoint = Endpoint(name(address))
        insert(
            Entry(
                address: address, endpoint: endpoint, isStatic: false, isUp: true, hasSpoken: true, firstHeard: now,
                lastHeard: now, lastHeardOnGroup: onGroup ? now : nil))
        return .new(endpoint, evicted: evicted)
    }

    private mutating func insert(_ entry: Entry) {
        // An interface that was made anew gives an old name to a new address.
        if let namesake = slotByEndpoint[entry.endpoint] { drop(namesake) }
        let slot: Int
        if let free = freeSlots.popLast() {
            slot = free
            slots[slot] = entry
        } else {
            slot = slots.count
            slots.append(entry)
        }
        slotByAddress[entry.address] = slot
        slotByEndpoint[entry.endpoint] = slot
        link(slot)
    }

    private mutating func drop(_ slot: Int) {
        guard let entry = slots[slot] else { return }
        unlink(slot)
        slotByAddress[entry.address] = nil
        slotByEndpoint[entry.endpoint] = nil
        slots[slot] = nil
        freeSlots.append(slot)
    }

    /// Puts a slot at the newest end of its queue; static peers are in none.
    private mutating func link(_ slot: Int) {
        guard let entry = slots[slot], !entry.isStatic else { return }
        let queue = queue(of: entry)
        let newest = queues[queue].newest
        slots[slot]?.previous = newest
        if let newest { slots[newest]?.next = slot } else { queues[queue].oldest = slot }
        queues[queue].newest = slot
    }

    private mutating func unlink(_ slot: Int) {
        guard let entry = slots[slot], !entry.isStatic else { return }
        let queue = queue(of: entry)
        if let previous = entry.previous {
            slots[previous]?.next = entry.next
        } else {
            queues[queue].oldest = entry.next
        }
        if let next = entry.next {
            slots[next]?.previous = entry.previous
        } else {
            queues[queue].newest = entry.previous
        }
        slots[slot]?.previous = nil
        slots[slot]?.next = nil
    }

    private func queue(of entry: Entry) -> Int {
        entry.isEstablished ? 1 : 0
    }
}

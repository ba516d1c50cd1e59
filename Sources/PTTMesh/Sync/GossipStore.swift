public import PTTWire

/// The public packets kept for those who were not there, as they were received.
///
/// Told only packets that proved themselves: signed ones after their signature was verified. Fragments and group messages
/// prove nothing to a node that hands them on; for them, as for all, a flood from one link or sender washes away nothing but
/// itself.
public struct GossipStore: Sendable {
    public struct Limits: Sendable {
        public var announces = GossipShelfLimits(window: .seconds(60), packets: 256, bytes: 256 << 10)
        /// An evening's talk.
        public var messages = GossipShelfLimits(window: .seconds(21_600), packets: 1000, bytes: 4 << 20)
        public var groupMessages = GossipShelfLimits(window: .seconds(21_600), packets: 200, bytes: 1 << 20)
        /// A few of the largest.
        public var files = GossipShelfLimits(window: .seconds(900), packets: 200, bytes: 10 << 20)
        public var fragments = GossipShelfLimits(window: .seconds(900), packets: 600, bytes: 1 << 20)
        /// Sent in one answer: more follows in answer to the next request, which tells what came.
        public var answerBytes = 256 << 10

        public init() {}

        public subscript(kind: GossipKind) -> GossipShelfLimits {
            switch kind {
            case .announce: announces
            case .message: messages
            case .groupMessage: groupMessages
            case .file: files
            case .fragment: fragments
            }
        }
    }

    public let limits: Limits
    var shelves: [GossipKind: GossipShelf] = [:]

    public init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// Packets of one kind that are kept.
    public func count(of kind: GossipKind) -> Int { shelves[kind]?.entries.count ?? 0 }

    /// Frames of one kind as they were received, oldest arrival first: for the owner to keep over a restart.
    public func frames(of kind: GossipKind) -> [[UInt8]] { shelves[kind]?.entries.map(\.frame) ?? [] }

    /// Keeps a packet; false when it is none to keep: known, directed, too old or large, or older than what is known.
    ///
    /// - Parameters:
    ///   - link: Nil for a packet of ours.
    /// - Throws: When the payload does not inflate, so that it has no name.
    /// - Complexity: O(packets of its kind).
    public mutating func insert(
        _ packet: Packet, over link: LinkID?, at now: Timestamp
    ) throws(PacketError) -> Bool {
        guard let kind = GossipKind(packet.type), packet.isBroadcast,
            max(packet.end, packet.payloadLength) <= limits[kind].largestPacket,
            limits[kind].admits(packet.timestamp, at: now)
        else { return false }
        let id = try GossipID(of: packet)
        var shelf = shelves.removeValue(forKey: kind) ?? GossipShelf()
        defer { shelves[kind] = shelf }
        guard !shelf.contains(id) else { return false }
        switch kind {
        case .announce:
            let isNews = shelf.entries.allSatisfy { $0.sender != packet.sender || $0.timestamp < packet.timestamp }
            guard isNews else { return false }
            shelf.remove { $0.sender == packet.sender }
        case .message, .groupMessage, .file, .fragment:
            break
        }
        shelf.append(
            GossipShelf.Entry(
                id: id, filterHash: id.filterHash, timestamp: packet.timestamp, sender: packet.sender, link: link,
                fragment: kind == .fragment ? Self.fragmentID(of: packet) : nil,
                frame: Array(packet.bytes[..<packet.end])))
        shelf.shrink(to: limits[kind])
        return shelf.contains(id)
    }

    /// Forgets the announce of a peer that left.
    public mutating func removeAnnounce(of peer: PeerID) {
        shelves[.announce]?.remove { $0.sender == peer }
    }

    /// Forgets what became too old.
    ///
    /// - Complexity: O(packets).
    public mutating func expire(at now: Timestamp) {
        for kind in GossipKind.allCases {
            shelves[kind]?.remove { !limits[kind].admits($0.timestamp, at: now) }
        }
    }

    /// Nil for what is no fragment, which is not asked for by name.
    private static func fragmentID(of packet: Packet) -> FragmentID? {
        do throws(FragmentError) {
            return try Fragment(in: packet).id
        } catch {
            return nil
        }
    }
}

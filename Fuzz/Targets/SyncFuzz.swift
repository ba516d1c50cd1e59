import PTTMesh
import PTTWire

/// Sync requests, and a store that is told packets and asked.
enum SyncFuzz {
    static func run(_ input: [UInt8]) {
        request(input)
        store(input)
    }

    private static func request(_ input: [UInt8]) {
        guard let request = try? SyncRequest(decoding: input[...]) else { return }
        let buckets = SyncFilterMembers(of: request.filter).buckets
        precondition(buckets.count <= 4 * SyncRequest.largestFilter)
        precondition(zip(buckets, buckets.dropFirst()).allSatisfy(<), "a filter's numbers are not ascending")
        precondition(buckets.last.map { $0 < request.filter.modulus } ?? true)
        guard let bytes = try? request.encoded(), let copy = try? SyncRequest(decoding: bytes[...]) else {
            preconditionFailure("a request that was read cannot be written")
        }
        precondition(copy.filter == request.filter && copy.since == request.since)
        precondition(copy.askedTypes == request.askedTypes || request.types == [], "the types change")
        precondition(copy.fragments == request.fragments)
    }

    /// Records are payloads of packets, or requests; the control byte says which, and from whom.
    private static func store(_ input: [UInt8]) {
        var store = GossipStore(limits: limits)
        let types: [PacketType] = [.announce, .publicMessage, .groupMessage, .fileTransfer, .fragment, .publicVoice]
        var now = Timestamp(milliseconds: 1_760_000_000_000)
        for (control, bytes) in FuzzRecords(input) {
            now.milliseconds += 1 << UInt64(control >> 4)
            if control & 8 == 0, let request = try? SyncRequest(decoding: bytes) { answer(request, store, now) }
            let draft = PacketDraft(
                types[Int(control & 7) % types.count], from: PeerID(rawValue: UInt64(bytes.count & 3)), at: now,
                payload: bytes)
            guard let frame = try? draft.encoded(padded: false), let packet = try? Packet(decoding: frame) else {
                continue
            }
            _ = try? store.insert(packet, over: LinkID(rawValue: UInt32(control & 3)), at: now)
            for kind in GossipKind.allCases {
                precondition(store.count(of: kind) <= limits[kind].packets)
                precondition(store.frames(of: kind).reduce(0) { $0 + $1.count } <= limits[kind].bytes)
            }
        }
        answer(store.request(for: SyncSchedule.everything, at: now), store, now, isOwn: true)
    }

    private static func answer(
        _ request: SyncRequest, _ store: GossipStore, _ now: Timestamp, isOwn: Bool = false
    ) {
        let frames = store.answer(to: request, at: now)
        precondition(!isOwn || frames.isEmpty, "a store lacks what it has")
        precondition(frames.count <= 1 || frames.reduce(0) { $0 + $1.count } <= limits.answerBytes)
        for frame in frames {
            guard let packet = try? Packet(decoding: frame) else { preconditionFailure("an answer is no packet") }
            precondition(packet.timeToLive == 0 && packet.flags.contains(.isSyncAnswer))
        }
    }

    private static let limits: GossipStore.Limits = {
        var limits = GossipStore.Limits()
        let few = GossipShelfLimits(window: .seconds(60), packets: 4, bytes: 2048)
        limits.announces = few
        limits.messages = few
        limits.groupMessages = few
        limits.files = few
        limits.fragments = few
        limits.answerBytes = 512
        return limits
    }()
}

import PTTMesh
import PTTTestSupport
import PTTWire
import Testing

@Suite("Keeping packets for those who were not there")
struct GossipStoreTests {
    private let now = Timestamp(milliseconds: 1_760_000_000_000)
    private let alice = PeerID(rawValue: 0xA)
    private let bob = PeerID(rawValue: 0xB)
    private let here = LinkID(rawValue: 1)
    private let there = LinkID(rawValue: 2)

    private func packet(
        _ type: PacketType, from sender: PeerID? = nil, to peer: PeerID? = nil, age: Int = 0, _ payload: [UInt8] = [1]
    ) throws -> Packet {
        let timestamp = Timestamp(milliseconds: UInt64(Int(now.milliseconds) - age * 1000))
        let draft = PacketDraft(type, from: sender ?? alice, to: peer, at: timestamp, payload: payload[...])
        return try Packet(decoding: draft.encoded(padded: false))
    }

    private func fragment(of id: UInt64, index: Int = 0, from sender: PeerID? = nil) throws -> Packet {
        let fragment = Fragment(
            id: FragmentID(rawValue: id), index: index, total: 9_000, originalType: 0x22, chunk: [1, 2, 3])
        return try packet(.fragment, from: sender, fragment.encoded())
    }

    @Test("Each public kind is kept, and nothing directed, live or of a session")
    func kinds() throws {
        var store = GossipStore()
        for type in PacketType.allCases {
            let isKept = try store.insert(
                packet(type, type == .fragment ? fragment(of: 1).payload() + [] : [1]), over: here, at: now)
            let isPublic = [.announce, .publicMessage, .groupMessage, .fileTransfer, .fragment].contains(type)
            #expect(isKept == isPublic, "\(type)")
            #expect(try !store.insert(packet(type, to: bob, [2]), over: here, at: now))
        }
    }

    @Test("A packet is kept once, cut at its end, and sent as it came but for TTL and mark")
    func asReceived() throws {
        var store = GossipStore()
        let message = try packet(.publicMessage)
        let tailed = try Packet(decoding: message.bytes + [9, 9, 9])
        #expect(try store.insert(tailed, over: here, at: now))
        #expect(try !store.insert(message, over: there, at: now))
        #expect(store.frames(of: .message) == [message.bytes])
        let answer = store.answer(to: SyncRequest(filter: .empty), at: now)
        let sent = try Packet(decoding: #require(answer.first))
        #expect(answer.count == 1 && sent.timeToLive == 0 && sent.flags.contains(.isSyncAnswer))
        #expect(sent.signingBytes() == message.signingBytes())
        #expect(try GossipID(of: sent) == GossipID(of: message))
    }

    @Test(
        "Each kind is kept for its time",
        arguments: [
            (PacketType.announce, 60), (.publicMessage, 21_600), (.groupMessage, 21_600), (.fileTransfer, 900),
            (.fragment, 900),
        ])
    func windows(_ type: PacketType, _ window: Int) throws {
        var store = GossipStore()
        #expect(try !store.insert(packet(type, age: window + 1), over: here, at: now))
        #expect(try !store.insert(packet(type, age: -121), over: here, at: now))
        #expect(try store.insert(packet(type, age: window), over: here, at: now))
        let kind = try #require(GossipKind(type))
        let request = SyncRequest(filter: .empty, types: kind.types)
        #expect(store.answer(to: request, at: now).count == 1)
        let later = Timestamp(milliseconds: now.milliseconds + 1000)
        #expect(store.answer(to: request, at: later).isEmpty)
        store.expire(at: later)
        #expect(store.count(of: kind) == 0)
    }

    @Test("The latest announce of a peer is kept, until it leaves")
    func announces() throws {
        var store = GossipStore()
        let old = try packet(.announce, age: 5, [1])
        let new = try packet(.announce, age: 1, [2])
        #expect(try store.insert(old, over: here, at: now) && store.insert(new, over: here, at: now))
        #expect(try !store.insert(old, over: here, at: now))
        #expect(try store.insert(packet(.announce, from: bob), over: here, at: now))
        #expect(store.frames(of: .announce).count == 2)
        store.removeAnnounce(of: alice)
        #expect(store.frames(of: .announce) == [try packet(.announce, from: bob).bytes])
    }

    @Test("What two nodes have is the same after one has asked the other a few times", arguments: [3, 200, 900])
    func converges(_ count: Int) throws {
        var full = GossipStore()
        var poor = GossipStore()
        for number in 0..<count {
            let message = try packet(.publicMessage, age: number, Array("line \(number)".utf8))
            #expect(try full.insert(message, over: here, at: now))
            if number % 3 == 0 { _ = try poor.insert(message, over: here, at: now) }
        }
        var rounds = 0
        while rounds < 8 {
            let request = try SyncRequest(decoding: poor.request(for: .unsaid, at: now).encoded()[...])
            let answer = full.answer(to: request, at: now)
            guard !answer.isEmpty else { break }
            for frame in answer { _ = try poor.insert(Packet(decoding: frame), over: here, at: now) }
            rounds += 1
        }
        // One in 2^7 is taken for known, and with it those beyond the reach of a filter.
        let reach = min(count, 355)
        #expect(poor.count(of: .message) >= reach * 97 / 100)
        #expect(rounds < 8)
    }

    @Test("Once the filter reaches no further, what is older is not sent again")
    func since() throws {
        var store = GossipStore()
        for number in 0..<500 {
            _ = try store.insert(packet(.publicMessage, age: number, Array("\(number)".utf8)), over: here, at: now)
        }
        let request = store.request(for: .message, at: now)
        #expect(request.since == Timestamp(milliseconds: now.milliseconds - 354_000))
        #expect(store.answer(to: request, at: now).isEmpty)
    }

    @Test("Only fragments of the frames that are named are sent, whatever their age")
    func namedFragments() throws {
        var store = GossipStore()
        for id in 1...3 as ClosedRange<UInt64> {
            for index in 0..<2 { _ = try store.insert(fragment(of: id, index: index), over: here, at: now) }
        }
        var request = store.request(for: .fragment, fragments: [FragmentID(rawValue: 2)], at: now)
        #expect(store.answer(to: request, at: now).isEmpty)
        request.filter = .empty
        request.since = Timestamp(milliseconds: .max)
        let ids = try store.answer(to: request, at: now).map {
            try Fragment(decoding: Packet(decoding: $0).payload()).id
        }
        #expect(ids == [FragmentID(rawValue: 2), FragmentID(rawValue: 2)])
    }

    @Test("A flood of fragments washes away none that came over another link, and stays within bounds")
    func flood() throws {
        var store = GossipStore()
        #expect(try store.insert(fragment(of: 1), over: here, at: now))
        for id in 2..<1_500 as Range<UInt64> {
            _ = try store.insert(fragment(of: id, from: PeerID(rawValue: id)), over: there, at: now)
        }
        #expect(store.count(of: .fragment) == store.limits.fragments.packets)
        let request = SyncRequest(filter: .empty, types: .fragment, fragments: [FragmentID(rawValue: 1)])
        #expect(store.answer(to: request, at: now).count == 1)
    }

    @Test("An answer is bounded, announces come first, and one large packet goes alone")
    func answerBounds() throws {
        var store = GossipStore()
        var random = SeededGenerator(seed: 3)
        for number in 0..<20 {
            let text = (0..<40_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            _ = try store.insert(packet(.publicMessage, age: number, text), over: here, at: now)
        }
        _ = try store.insert(packet(.announce), over: here, at: now)
        let answer = store.answer(to: SyncRequest(filter: .empty), at: now)
        #expect(answer.reduce(0) { $0 + $1.count } <= store.limits.answerBytes)
        #expect(try Packet(decoding: answer[0]).type == .announce)
        #expect(try Packet(decoding: answer[1]).timestamp == now)
        var draft = PacketDraft(.fileTransfer, from: alice, at: now, payload: [])
        draft.version = .v2
        draft.payload = ArraySlice((0..<500_000).map { _ in UInt8(truncatingIfNeeded: random.next()) })
        #expect(try store.insert(Packet(decoding: draft.encoded(padded: false)), over: here, at: now))
        #expect(store.answer(to: SyncRequest(filter: .empty, types: .file), at: now).count == 1)
    }
}

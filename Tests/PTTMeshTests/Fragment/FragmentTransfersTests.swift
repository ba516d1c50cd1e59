import PTTMesh
import PTTTestSupport
import PTTWire
import Testing

@Suite("Sending frames in pieces")
struct FragmentTransfersTests {
    private let start = Instant(nanoseconds: 0)

    private func plan(_ id: UInt64, pieces: Int = 3, to peer: PeerID? = nil) throws -> FragmentPlan {
        let payload = [UInt8](repeating: 7, count: pieces * 64 - 22)
        var draft = PacketDraft(.ping, from: PeerID(rawValue: 1), at: Timestamp(milliseconds: 5), payload: payload[...])
        draft.payload = ArraySlice(payload.enumerated().map { UInt8(truncatingIfNeeded: $0.offset) })
        let packet = try Packet(decoding: draft.encoded(padded: false))
        return try FragmentPlan(packet, to: peer, id: FragmentID(rawValue: id), chunkLength: 64)
    }

    private func sent(_ transfers: inout FragmentTransfers, until end: Duration) throws -> [(UInt64, Duration)] {
        var sent: [(UInt64, Duration)] = []
        while let due = transfers.nextDue, due <= start + end {
            while let piece = try transfers.popDue(at: due) { sent.append((piece.id.rawValue, due - start)) }
        }
        return sent
    }

    @Test("Pieces go 30 ms apart to everyone and 25 ms apart to one peer")
    func pace() throws {
        for (peer, interval) in [(PeerID?.none, 30), (PeerID(rawValue: 2), 25)] {
            var transfers = FragmentTransfers()
            try transfers.start(plan(1, to: peer), over: nil, as: .prompt, at: start)
            let times = try sent(&transfers, until: .seconds(1)).map(\.1)
            #expect(times == (0..<3).map { .milliseconds($0 * interval) })
            #expect(transfers.isEmpty && transfers.nextDue == nil)
        }
    }

    @Test("Two files go at a time, the third follows, and a packet that is only too large does not wait")
    func turns() throws {
        var transfers = FragmentTransfers()
        for id in 1...3 as ClosedRange<UInt64> { try transfers.start(plan(id), over: nil, as: .file, at: start) }
        try transfers.start(plan(4), over: nil, as: .prompt, at: start)
        let order = try sent(&transfers, until: .seconds(1))
        #expect(Set(order.prefix(3).map(\.0)) == [1, 2, 4])
        #expect(order.first { $0.0 == 3 }?.1 == .milliseconds(60))
        #expect(order.count == 12)
    }

    @Test("A late wake sends no pieces at once")
    func lateWake() throws {
        var transfers = FragmentTransfers()
        try transfers.start(plan(1), over: nil, as: .prompt, at: start)
        let pieces = try (1...2).map { _ in try transfers.popDue(at: start + .seconds(1)) }
        #expect(pieces[0] != nil && pieces[1] == nil)
        #expect(transfers.nextDue == start + .milliseconds(1_030))
    }

    @Test("Only the pieces that are missing are sent again")
    func resume() throws {
        var transfers = FragmentTransfers()
        let plan = try plan(1, pieces: 5)
        try transfers.start(plan, over: LinkID(rawValue: 9), as: .prompt, indices: [3, 1, 99, -1, 3], at: start)
        let first = try #require(try transfers.popDue(at: start))
        let second = try #require(try transfers.popDue(at: start + .seconds(1)))
        #expect(first.frame == (try plan.frame(at: 1)) && first.remaining == 1)
        #expect(second.frame == (try plan.frame(at: 3)) && second.remaining == 0)
        #expect(transfers.isEmpty)
    }

    @Test("What is canceled, or whose link is gone, sends no more")
    func cancel() throws {
        var transfers = FragmentTransfers()
        try transfers.start(plan(1), over: LinkID(rawValue: 1), as: .file, at: start)
        try transfers.start(plan(2), over: nil, as: .file, at: start)
        let canceled = (1...2).map { _ in transfers.cancel(FragmentID(rawValue: 2), at: start) }
        #expect(canceled == [true, false])
        transfers.cancelAll(over: LinkID(rawValue: 1), at: start)
        #expect(transfers.isEmpty)
    }

    @Test("Beyond the limits nothing is begun")
    func limits() throws {
        var transfers = FragmentTransfers()
        for id in 0..<64 as Range<UInt64> { try transfers.start(plan(id), over: nil, as: .file, at: start) }
        #expect(throws: FragmentRefusal.noRoom) { try transfers.start(plan(64), over: nil, as: .file, at: start) }
    }

    @Test("A chunk chosen for a link makes fragments that fit it", arguments: [108, 182, 185, 244, 509, 512])
    func fits(limit: Int) throws {
        for peer in [nil, PeerID(rawValue: 2)] {
            let length = FragmentSize.fitting(linkLimit: limit, isDirected: peer != nil)
            let packet = try Packet(decoding: plan(1, pieces: 40).reassembled())
            let plan = try FragmentPlan(packet, to: peer, id: FragmentID(rawValue: 1), chunkLength: length)
            for index in 0..<plan.count { #expect(try plan.frame(at: index).count <= limit) }
        }
    }

    @Test("Fragments are never cut, nor frames of more than 10 000 pieces")
    func uncuttable() throws {
        let fragment = try Packet(decoding: plan(1).frame(at: 0))
        #expect(throws: FragmentError.isFragment) { try FragmentPlan(fragment, id: FragmentID(rawValue: 1)) }
        var draft = PacketDraft(.fileTransfer, from: PeerID(rawValue: 1), at: Timestamp(milliseconds: 0), payload: [])
        draft.version = .v2
        var random = SeededGenerator(seed: 2)
        draft.payload = ArraySlice((0..<700_000).map { _ in UInt8(truncatingIfNeeded: random.next()) })
        let large = try Packet(decoding: draft.encoded(padded: false))
        #expect(throws: FragmentError.self) {
            try FragmentPlan(large, id: FragmentID(rawValue: 1), chunkLength: 64)
        }
        #expect(try FragmentPlan(large, id: FragmentID(rawValue: 1)).count == 1493)
    }
}

@Suite("What a packet in pieces may be")
struct JoinedPacketTests {
    @Test("It is its sender's, no fragment, and not large beyond reason")
    func refusals() throws {
        let sender = PeerID(rawValue: 1)
        let frame = { (type: PacketType, payload: [UInt8]) in
            try PacketDraft(type, from: sender, at: Timestamp(milliseconds: 0), payload: payload[...]).encoded(
                padded: false)
        }
        #expect(try Packet(joined: frame(.leave, []), from: sender).type == .leave)
        #expect(throws: FragmentError.otherSender) {
            try Packet(joined: frame(.leave, []), from: PeerID(rawValue: 2))
        }
        #expect(throws: FragmentError.isFragment) { try Packet(joined: frame(.fragment, []), from: sender) }
        #expect(throws: FragmentError.packet(.unknownVersion(9))) { try Packet(joined: [9], from: sender) }
        var draft = PacketDraft(.fragment, from: sender, at: Timestamp(milliseconds: 0), payload: [])
        draft.version = .v2
        draft.payload = ArraySlice(repeating: 0, count: 1 << 20)
        let bomb = try Packet(decoding: draft.encoded(padded: false))
        #expect(bomb.bytes.count < 2_000)
        #expect(throws: FragmentError.tooLarge(1 << 20)) { try Fragment(in: bomb) }
    }
}

extension FragmentPlan {
    /// The frame that the pieces make.
    func reassembled() throws -> [UInt8] {
        try (0..<count).reduce(into: []) { frame, index in
            frame += try Fragment(decoding: Packet(decoding: self.frame(at: index)).payload()).chunk
        }
    }
}

import PTTMesh
import PTTWire

/// Fragments one by one; and a genuine frame in pieces, with forged ones between them, while time passes.
enum FragmentFuzz {
    private static let genuine = LinkID(rawValue: 1)
    private static let talker = PeerID(rawValue: 1)
    private static let id = FragmentID(rawValue: 7)

    static func run(_ input: [UInt8]) {
        if let fragment = try? Fragment(decoding: input[...]) {
            let bytes = try? fragment.encoded()
            precondition(bytes == input, "a fragment changes when it is encoded again")
        }
        assemble(input)
    }

    /// The control byte says who sends, over which link, and how long after the piece before.
    private static func assemble(_ input: [UInt8]) {
        var assembler = FragmentAssembler(limits: limits)
        let frame = Array("the frame of somebody else".utf8)
        var rest = frame.indices[...]
        var now = Instant(nanoseconds: 0)
        for (control, bytes) in FuzzRecords(input) {
            now = now + .milliseconds(1 << Int(control >> 5))
            forge(control, bytes, &assembler, now)
            check(assembler, now)
            guard let index = rest.popFirst() else { continue }
            send(frame, index, &assembler, now)
        }
        while let index = rest.popFirst() { send(frame, index, &assembler, now) }
        assembler.expire(at: now + .seconds(1_000))
        precondition(assembler.count == 0 && assembler.memory == 0, "memory is lost")
    }

    private static let limits: FragmentAssembler.Limits = {
        var limits = FragmentAssembler.Limits()
        limits.streams = 8
        limits.streamsPerSender = 4
        limits.bytes = 64 << 10
        limits.bytesPerSender = 16 << 10
        return limits
    }()

    private static func forge(
        _ control: UInt8, _ bytes: ArraySlice<UInt8>, _ assembler: inout FragmentAssembler, _ now: Instant
    ) {
        guard var fragment = try? Fragment(decoding: bytes) else { return }
        if control & 1 == 1 { fragment.id = id }
        _ = try? assembler.receive(
            fragment, from: PeerID(rawValue: UInt64(1 + control >> 1 & 1)), isBroadcast: control & 4 == 0,
            over: LinkID(rawValue: UInt32(2 + control >> 3 & 1)), at: now)
        if control & 0x10 != 0 { _ = assembler.takeStalled(at: now) }
    }

    /// Comes in order over a link of its own, so it must come through.
    private static func send(_ frame: [UInt8], _ index: Int, _ assembler: inout FragmentAssembler, _ now: Instant) {
        let fragment = Fragment(
            id: id, index: index, total: frame.count, originalType: PacketType.publicMessage.rawValue,
            chunk: frame[index...index])
        let reception = try? assembler.receive(fragment, from: talker, isBroadcast: true, over: genuine, at: now)
        guard let reception else { preconditionFailure("a genuine piece is refused") }
        switch reception {
        case .stored, .repeated: precondition(index < frame.count - 1, "the last piece completes nothing")
        case .completed(let whole): precondition(whole == frame, "the frame is spoiled")
        }
    }

    private static func check(_ assembler: FragmentAssembler, _ now: Instant) {
        precondition(assembler.count <= limits.streams)
        // One frame may have been taken apart by link.
        precondition(assembler.memory <= 4 * limits.bytes)
        precondition(assembler.nextDeadline != nil || assembler.count == 0, "a frame that is never given up")
        precondition(assembler.missing(of: FragmentKey(sender: talker, id: id)).allSatisfy { $0 >= 0 })
    }
}

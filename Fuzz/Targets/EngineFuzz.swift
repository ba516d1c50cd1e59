import PTTCrypto
import PTTMesh
import PTTWire

/// A node in a session with a peer, and a stranger who sends it forged, damaged and repeated packets while time passes.
///
/// Whatever the stranger does, the peer is heard afterwards as before.
enum EngineFuzz {
    static func run(_ input: [UInt8]) {
        guard var meeting = Meeting.shared else { preconditionFailure("two nodes do not find together") }
        for (control, bytes) in FuzzRecords(input) {
            meeting.pass(.milliseconds(1 << (2 * Int(control >> 5))))
            meeting.attack(control, bytes)
        }
        meeting.pass(.seconds(2))
        precondition(meeting.isHeard([0xA5, UInt8(truncatingIfNeeded: input.count)]), "the session did not survive")
    }
}

/// Two nodes joined by a path without delay; a value, so that each run begins at the same moment.
private struct Meeting: Sendable {
    private struct Node: Sendable {
        var engine: MeshEngine
        var wake: Instant?
    }

    private var nodes: [Node]
    private var now = Instant(nanoseconds: 1_000_000_000)
    /// Frames on their way, with the node that they reach.
    private var transit: [(frame: [UInt8], to: Int)] = []
    /// What was said so far, for the stranger to use.
    private var overheard: [[UInt8]] = []
    private var openSessions = 0
    private var heard: [[UInt8]] = []

    private static let path = LinkID(rawValue: 1)
    private static let strangersPath = LinkID(rawValue: 2)

    static let shared: Meeting? = {
        guard var meeting = try? Meeting() else { return nil }
        return meeting.meet() ? meeting : nil
    }()

    private init() throws {
        nodes = try ([1, 2] as [UInt8]).map { number in
            let secret = SecretBytes(copying: [UInt8](repeating: number, count: 32).span)
            let identity = MeshIdentity(
                noiseKey: try X25519.PrivateKey(secret), signingKey: try Ed25519.PrivateKey(seed: secret))
            let engine = MeshEngine(
                configuration: MeshConfiguration(nickname: "node \(number)"), identity: identity,
                random: Generator(state: UInt64(number)))
            return Node(engine: engine)
        }
    }

    private mutating func meet() -> Bool {
        for node in nodes.indices {
            tell(node, .started)
            tell(node, .linkUp(Self.path, isCostly: false))
        }
        pass(.seconds(10))
        tell(0, .sessionWanted(id(1)))
        pass(.seconds(10))
        return openSessions >= 2 && isHeard([1, 2, 3])
    }

    private func id(_ node: Int) -> PeerID { nodes[node].engine.identity.peerID }

    /// Lets time pass, and both nodes do what they wish to do by then.
    mutating func pass(_ duration: Duration) {
        let end = now + duration
        while true {
            deliver()
            let due = nodes.indices.compactMap { node in nodes[node].wake.map { (at: $0, node: node) } }
            guard let next = due.min(by: { $0.at < $1.at }), next.at <= end else { break }
            now = max(now, next.at)
            nodes[next.node].wake = nil
            tell(next.node, .deadlineReached)
        }
        now = end
    }

    /// The control byte says where a frame comes from; the bytes make or damage it.
    mutating func attack(_ control: UInt8, _ bytes: ArraySlice<UInt8>) {
        let link = control & 4 == 0 ? Self.path : Self.strangersPath
        let frame: [UInt8]?
        switch control & 3 {
        case 0: frame = Array(bytes)
        case 1: frame = damaged(bytes)
        case 2: frame = forged(from: id(0), bytes)
        default: frame = forged(from: PeerID(rawValue: 0xBAD), bytes)
        }
        guard let frame else { return }
        tell(1, .received(frame, from: link))
        deliver()
    }

    /// A packet that was overheard: its number, where it is changed, and with what.
    private func damaged(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        var rest = bytes
        guard let number = rest.popFirst(), !overheard.isEmpty else { return nil }
        var frame = overheard[Int(number) % overheard.count]
        let start = Int(rest.popFirst() ?? 0)
        for (index, byte) in zip(frame.indices.dropFirst(start), rest) { frame[index] ^= byte }
        return frame
    }

    /// A well-formed packet: its type, then its payload.
    private func forged(from sender: PeerID, _ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        guard let type = bytes.first else { return nil }
        let draft = PacketDraft(
            typeByte: type, from: sender, to: type & 0x80 == 0 ? id(1) : nil, at: clock.timestamp,
            payload: bytes.dropFirst())
        return try? draft.encoded(padded: true)
    }

    /// Whether a voice packet of the peer arrives.
    mutating func isHeard(_ content: [UInt8]) -> Bool {
        heard = []
        tell(0, .voiceReady(content, to: id(1)))
        deliver()
        return heard == [content]
    }

    private var clock: ClockReading {
        let milliseconds = 1_760_000_000_000 + now.nanoseconds / 1_000_000
        return ClockReading(instant: now, timestamp: Timestamp(milliseconds: UInt64(milliseconds)))
    }

    private mutating func deliver() {
        var budget = 1_000
        while !transit.isEmpty, budget > 0 {
            let (frame, node) = transit.removeFirst()
            tell(node, .received(frame, from: Self.path))
            budget -= 1
        }
        precondition(budget > 0, "two nodes answer each other without end")
    }

    private mutating func tell(_ node: Int, _ event: MeshEngine.Event) {
        var effects: [MeshEngine.Effect] = []
        nodes[node].engine.handle(event, now: clock, into: &effects)
        for effect in effects { perform(effect, of: node) }
    }

    private mutating func perform(_ effect: MeshEngine.Effect, of node: Int) {
        switch effect {
        case .send(let frame, over: let link):
            if link == Self.path { send(frame, from: node) }
        case .broadcast(let frame, except: let link):
            if link != Self.path { send(frame, from: node) }
        case .wake(at: let instant):
            nodes[node].wake = instant
        case .sessionOpened:
            openSessions += 1
        case .voiceReceived(let delivery):
            heard.append(Array(delivery.content))
        case .peerChanged, .peerLeft, .sessionFailed, .textReceived, .textProgressed, .burstReported, .report,
            .peerPinned,
            .peerUnpinned:
            break
        }
    }

    private mutating func send(_ frame: [UInt8], from node: Int) {
        transit.append((frame, 1 - node))
        if overheard.count < 64 { overheard.append(frame) }
    }
}

/// SplitMix64: the same numbers in every run.
private struct Generator: RandomNumberGenerator, Sendable {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

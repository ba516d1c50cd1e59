import PTTCrypto
import PTTTestSupport
import PTTWire

@testable import PTTMesh

/// What travels between two nodes of these tests.
enum NoiseParcel {
    case handshake([UInt8])
    case ciphertext([UInt8])
}

/// A table of sessions with its keys, its randomness, and a record of all that it said.
struct NoiseNode {
    let key: X25519.PrivateKey
    private(set) var sessions: NoiseSessions
    private var random: SeededGenerator
    /// Handshake messages to be sent, oldest first.
    private(set) var outbox: [(message: [UInt8], to: PeerID)] = []
    private(set) var opened: [PeerID] = []
    private(set) var failures: [SessionFailure] = []
    private(set) var refusals: [NoiseError] = []
    private(set) var overtaking: [NoiseSessions.OvertakingMessage] = []
    private(set) var closed: [PeerID] = []

    init(seed: UInt64, limits: NoiseSessions.Limits = .init()) {
        random = SeededGenerator(seed: seed)
        key = X25519.PrivateKey(using: &random)
        sessions = NoiseSessions(staticKey: key, limits: limits)
    }

    /// Two nodes, the one with the lower ID first.
    static func pair(seed: UInt64 = 1, limits: NoiseSessions.Limits = .init()) -> (lower: NoiseNode, higher: NoiseNode)
    {
        let nodes = (NoiseNode(seed: 2 * seed, limits: limits), NoiseNode(seed: 2 * seed + 1, limits: limits))
        return nodes.0.id < nodes.1.id ? nodes : (nodes.1, nodes.0)
    }

    var id: PeerID { sessions.ownID }

    /// Loses every session, as when the process starts again.
    mutating func restart(limits: NoiseSessions.Limits = .init()) {
        sessions = NoiseSessions(staticKey: key, limits: limits)
        outbox = []
    }

    mutating func connect(to peer: PeerID, at now: Instant) {
        perform { sessions, random, actions in
            sessions.connect(to: peer, now: now, using: &random, into: &actions)
        }
    }

    mutating func receive(_ handshake: [UInt8], from peer: PeerID, pinned: X25519.PublicKey? = nil, at now: Instant) {
        perform { sessions, random, actions in
            sessions.receive(
                handshake: handshake, from: peer, pinnedKey: pinned, now: now, using: &random, into: &actions)
        }
    }

    mutating func deadlineReached(at now: Instant) {
        perform { sessions, random, actions in
            sessions.deadlineReached(now: now, using: &random, into: &actions)
        }
    }

    mutating func close(_ peer: PeerID) {
        sessions.close(peer)
    }

    mutating func seal(_ plaintext: [UInt8], to peer: PeerID, at now: Instant) throws(NoiseError) -> [UInt8] {
        var output: [UInt8] = []
        try sessions.seal(plaintext.span, to: peer, now: now, appendingTo: &output)
        return output
    }

    mutating func open(
        _ message: [UInt8], from peer: PeerID, sent: Timestamp = Timestamp(milliseconds: 0), at now: Instant
    ) throws(NoiseError) -> [UInt8] {
        var output: [UInt8] = []
        try sessions.open(message.span, from: peer, sent: sent, now: now, appendingTo: &output)
        return output
    }

    /// The handshake messages that wait to be sent.
    mutating func takeOutbox() -> [[UInt8]] {
        defer { outbox = [] }
        return outbox.map(\.message)
    }

    mutating func takeMessages() -> [(message: [UInt8], to: PeerID)] {
        defer { outbox = [] }
        return outbox
    }

    mutating func takeOvertaking() -> [NoiseSessions.OvertakingMessage] {
        defer { overtaking = [] }
        return overtaking
    }

    private mutating func perform(
        _ work: (inout NoiseSessions, inout SeededGenerator, inout [NoiseSessions.Action]) -> Void
    ) {
        var actions: [NoiseSessions.Action] = []
        work(&sessions, &random, &actions)
        for action in actions {
            switch action {
            case .send(let message, let peer): outbox.append((message, peer))
            case .opened(let peer, _): opened.append(peer)
            case .received(let message): overtaking.append(message)
            case .failed(_, let failure): failures.append(failure)
            case .closed(let peer): closed.append(peer)
            case .refused(_, let error): refusals.append(error)
            }
        }
    }
}

extension Instant {
    /// So long after the start of the test.
    static func at(_ duration: Duration) -> Instant {
        Instant(nanoseconds: 0) + duration
    }
}

/// Hands every waiting handshake message over, both ways, until nobody has one.
func settle(_ left: inout NoiseNode, _ right: inout NoiseNode, at now: Instant) {
    for _ in 0..<10 {
        for message in left.takeOutbox() { right.receive(message, from: left.id, at: now) }
        for message in right.takeOutbox() { left.receive(message, from: right.id, at: now) }
    }
}

import PTTCrypto
import PTTTestSupport
import PTTWire

@testable import PTTMesh

/// Nodes that talk over impaired paths in virtual time: each opens sessions as an engine would, and says a numbered
/// message to every peer it has a session with, four times a second.
struct NoiseSimulation {
    struct Said: Hashable {
        var from: Int
        var to: Int
        var number: UInt32
    }

    private(set) var nodes: [NoiseNode]
    private(set) var now = Instant.at(.seconds(100))
    /// Every message sealed, and when.
    private(set) var said: [Said: Instant] = [:]
    /// Every message opened, with the number of times.
    private(set) var heard: [Said: Int] = [:]
    /// All handshake messages ever sent, for whoever wants to repeat them.
    private(set) var recorded: [(message: [UInt8], from: Int, to: Int)] = []
    private var paths: [[ImpairedPath<NoiseParcel>]]
    private var nextTalk: Instant
    private var openedCounts: [Int]
    private var nextNumber: UInt32 = 0

    init(nodes count: Int, seed: UInt64, impairments: PathImpairments, limits: NoiseSessions.Limits = .init()) {
        nodes = (0..<count).map { NoiseNode(seed: seed &* 31 &+ UInt64($0), limits: limits) }
        paths = (0..<count).map { from in
            (0..<count).map { ImpairedPath(impairments, seed: seed &* 1009 &+ UInt64(from * count + $0)) }
        }
        openedCounts = Array(repeating: 0, count: count)
        nextTalk = now
    }

    func isOpen(_ from: Int, _ to: Int) -> Bool {
        nodes[from].sessions.session(with: nodes[to].id) != nil
    }

    mutating func connect(_ from: Int, to: Int) {
        nodes[from].connect(to: nodes[to].id, at: now)
        flush(from)
    }

    mutating func restart(_ node: Int) {
        nodes[node].restart()
    }

    /// Puts a handshake message on the path in somebody's name.
    mutating func inject(_ message: [UInt8], from: Int, to: Int) {
        paths[from][to].send(.handshake(message), bytes: message.count, at: now)
    }

    mutating func inject(ciphertext: [UInt8], from: Int, to: Int) {
        paths[from][to].send(.ciphertext(ciphertext), bytes: ciphertext.count, at: now)
    }

    /// Lets time pass.
    mutating func run(for duration: Duration) {
        let end = now + duration
        while nextEvent <= end {
            now = max(now, nextEvent)
            deliver()
            for index in nodes.indices where nodes[index].sessions.nextDeadline.map({ $0 <= now }) ?? false {
                nodes[index].deadlineReached(at: now)
                flush(index)
            }
            if nextTalk <= now {
                nextTalk = nextTalk + .milliseconds(250)
                talk()
            }
        }
        now = end
    }

    private var nextEvent: Instant {
        var next = nextTalk
        for node in nodes.indices {
            if let deadline = nodes[node].sessions.nextDeadline { next = min(next, deadline) }
            for path in paths[node].indices {
                if let arrival = paths[node][path].nextArrival { next = min(next, arrival) }
            }
        }
        return next
    }

    private mutating func talk() {
        for from in nodes.indices {
            for to in nodes.indices where to != from { say(from, to) }
        }
    }

    private mutating func say(_ from: Int, _ to: Int) {
        var plaintext: [UInt8] = []
        plaintext.appendBigEndian(nextNumber)
        guard let message = try? nodes[from].seal(plaintext, to: nodes[to].id, at: now) else { return }
        said[Said(from: from, to: to, number: nextNumber)] = now
        nextNumber += 1
        paths[from][to].send(.ciphertext(message), bytes: message.count, at: now)
    }

    private mutating func deliver() {
        for from in nodes.indices {
            for to in nodes.indices where paths[from][to].nextArrival.map({ $0 <= now }) ?? false {
                for arrival in paths[from][to].receive(until: now) { take(arrival.payload, from: from, to: to) }
            }
        }
    }

    private mutating func take(_ parcel: NoiseParcel, from: Int, to: Int) {
        switch parcel {
        case .handshake(let message):
            nodes[to].receive(message, from: nodes[from].id, at: now)
        case .ciphertext(let message):
            do {
                hear(try nodes[to].open(message, from: nodes[from].id, at: now), from: from, to: to)
            } catch {
                if error == .noSession { nodes[to].connect(to: nodes[from].id, at: now) }
            }
        }
        flush(to)
    }

    private mutating func hear(_ plaintext: [UInt8], from: Int, to: Int) {
        let number = plaintext.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        heard[Said(from: from, to: to, number: number), default: 0] += 1
    }

    /// Sends what a node wants to send, says hello in sessions that are new, and takes in what had overtaken them.
    private mutating func flush(_ from: Int) {
        for (message, peer) in nodes[from].takeMessages() {
            guard let to = nodes.firstIndex(where: { $0.id == peer }) else { continue }
            recorded.append((message, from, to))
            paths[from][to].send(.handshake(message), bytes: message.count, at: now)
        }
        for peer in nodes[from].opened.dropFirst(openedCounts[from]) {
            guard let to = nodes.firstIndex(where: { $0.id == peer }) else { continue }
            say(from, to)
        }
        openedCounts[from] = nodes[from].opened.count
        for message in nodes[from].takeOvertaking() {
            guard let sender = nodes.firstIndex(where: { $0.id == message.sender }) else { continue }
            hear(message.plaintext, from: sender, to: from)
        }
    }
}

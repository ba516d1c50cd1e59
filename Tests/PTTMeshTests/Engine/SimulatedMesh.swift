import PTTCrypto
import PTTMesh
import PTTTestSupport
import PTTWire

/// Engines joined by impaired paths, in virtual time; the same seed gives the same run.
final class SimulatedMesh {
    /// Position of a node in the order in which the nodes were added.
    typealias NodeIndex = Int

    struct Node {
        var engine: MeshEngine
        var wake: Instant?
        /// What this node's wall clock shows beyond the true time, in milliseconds.
        var clockError: Int64 = 0
        /// Neighbour behind each link.
        var neighbors: [LinkID: NodeIndex] = [:]
        /// Everything but sends and wakes, in order.
        var told: [MeshEngine.Effect] = []
        /// Every frame it sent, with its first receiver; nil for a broadcast.
        var sent: [(frame: [UInt8], link: LinkID?)] = []
        var isRunning = true
    }

    private struct Wire {
        var from: NodeIndex
        var to: NodeIndex
        /// The receiver's name for the sender.
        var link: LinkID
        var path: ImpairedPath<[UInt8]>
    }

    private(set) var nodes: [Node] = []
    private var wires: [Wire] = []
    private(set) var now = Instant(nanoseconds: 1_000_000_000)
    private let seed: UInt64
    private var nextLink: UInt32 = 1
    private static let epoch: UInt64 = 1_700_000_000_000

    init(seed: UInt64 = 1) {
        self.seed = seed
    }

    /// Adds a node and starts it.
    @discardableResult
    func add(
        _ name: String, identity: MeshIdentity? = nil, pinned: [PinnedPeer] = [], clockError: Int64 = 0,
        configure: (inout MeshConfiguration) -> Void = { _ in }
    ) -> NodeIndex {
        var configuration = MeshConfiguration(nickname: name)
        configure(&configuration)
        let number = nodes.count
        let engine = MeshEngine(
            configuration: configuration, identity: identity ?? .seeded(seed &* 1000 &+ UInt64(number)), pinned: pinned,
            random: SeededGenerator(seed: seed &* 7919 &+ UInt64(number)))
        nodes.append(Node(engine: engine))
        nodes[number].clockError = clockError
        tell(number, .started)
        return number
    }

    /// Lays a path each way and tells both ends.
    func connect(
        _ left: NodeIndex, _ right: NodeIndex,
        _ impairments: PathImpairments = .init(delay: .milliseconds(5)...(.milliseconds(5))),
        isCostly: Bool = false
    ) {
        for (from, to) in [(left, right), (right, left)] {
            let link = LinkID(rawValue: nextLink)
            nextLink += 1
            wires.append(
                Wire(
                    from: from, to: to, link: link,
                    path: ImpairedPath(impairments, seed: seed &* 31 &+ UInt64(nextLink))))
            nodes[to].neighbors[link] = from
        }
        for wire in wires.suffix(2) { tell(wire.to, .linkUp(wire.link, isCostly: isCostly)) }
    }

    /// Cuts both ways; `isNoticed` tells both ends.
    func disconnect(_ left: NodeIndex, _ right: NodeIndex, isNoticed: Bool = true) {
        let cut = wires.filter { ($0.from, $0.to) == (left, right) || ($0.from, $0.to) == (right, left) }
        wires.removeAll { ($0.from, $0.to) == (left, right) || ($0.from, $0.to) == (right, left) }
        for wire in cut {
            nodes[wire.to].neighbors[wire.link] = nil
            if isNoticed { tell(wire.to, .linkDown(wire.link)) }
        }
    }

    /// Puts a new engine in the place of a node's: it lost everything but its identity and what it asked to keep.
    func restart(_ node: NodeIndex, pinned: [PinnedPeer] = []) {
        let old = nodes[node].engine
        nodes[node].engine = MeshEngine(
            configuration: MeshConfiguration(nickname: "again"), identity: old.identity, pinned: pinned,
            random: SeededGenerator(seed: seed &+ 99))
        nodes[node].wake = nil
        tell(node, .started)
        for link in nodes[node].neighbors.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
            tell(node, .linkUp(link, isCostly: false))
        }
    }

    func setClockError(_ milliseconds: Int64, of node: NodeIndex) {
        nodes[node].clockError = milliseconds
    }

    /// Stops or resumes a node without a word.
    func setRunning(_ isRunning: Bool, _ node: NodeIndex) {
        nodes[node].isRunning = isRunning
    }

    func clock(of node: NodeIndex) -> ClockReading {
        let milliseconds = Int64(Self.epoch) + now.nanoseconds / 1_000_000 + nodes[node].clockError
        return ClockReading(instant: now, timestamp: Timestamp(milliseconds: UInt64(milliseconds)))
    }

    /// Tells a node an event and performs what it answers.
    func tell(_ node: NodeIndex, _ event: MeshEngine.Event) {
        guard nodes[node].isRunning else { return }
        var effects: [MeshEngine.Effect] = []
        nodes[node].engine.handle(event, now: clock(of: node), into: &effects)
        for effect in effects { perform(effect, of: node) }
    }

    /// Lets time pass.
    func run(for duration: Duration) {
        let end = now + duration
        while let next = nextMoment, next <= end {
            now = max(now, next)
            step()
        }
        now = end
    }

    /// Lets time pass until `condition` holds; false when it did not within `limit`.
    func run(atMost limit: Duration = .seconds(60), until condition: () -> Bool) -> Bool {
        let end = now + limit
        while !condition() {
            guard let next = nextMoment, next <= end else { return false }
            now = max(now, next)
            step()
        }
        return true
    }

    func link(of node: NodeIndex, to neighbor: NodeIndex) -> LinkID? {
        nodes[node].neighbors.first { $0.value == neighbor }?.key
    }

    func id(_ node: NodeIndex) -> PeerID { nodes[node].engine.identity.peerID }

    /// Forgets what nodes said so far.
    func clearTold() {
        for index in nodes.indices {
            nodes[index].told = []
            nodes[index].sent = []
        }
    }

    private var nextMoment: Instant? {
        let arrivals = wires.compactMap(\.path.nextArrival)
        let wakes = nodes.filter(\.isRunning).compactMap(\.wake)
        return (arrivals + wakes).min()
    }

    private func step() {
        for index in wires.indices where index < wires.count {
            for arrival in wires[index].path.receive(until: now) {
                tell(wires[index].to, .received(arrival.payload, from: wires[index].link))
            }
        }
        for index in nodes.indices where nodes[index].isRunning {
            guard let wake = nodes[index].wake, wake <= now else { continue }
            nodes[index].wake = nil
            tell(index, .deadlineReached)
        }
    }

    private func perform(_ effect: MeshEngine.Effect, of node: NodeIndex) {
        switch effect {
        case .send(let frame, over: let link):
            nodes[node].sent.append((frame, link))
            guard let neighbor = nodes[node].neighbors[link] else { return }
            transport(frame, from: node) { $0.to == neighbor }
        case .broadcast(let frame, except: let link):
            nodes[node].sent.append((frame, nil))
            let excepted = link.flatMap { nodes[node].neighbors[$0] }
            transport(frame, from: node) { $0.to != excepted }
        case .wake(at: let instant):
            nodes[node].wake = instant
        case .peerChanged, .peerLeft, .peerPinned, .peerUnpinned, .sessionOpened, .sessionFailed, .textReceived,
            .textProgressed, .voiceReceived, .burstReported, .report:
            nodes[node].told.append(effect)
        }
    }

    private func transport(_ frame: [UInt8], from node: NodeIndex, where matches: (Wire) -> Bool) {
        for index in wires.indices where wires[index].from == node && matches(wires[index]) {
            wires[index].path.send(frame, bytes: frame.count, at: now)
        }
    }
}

extension MeshIdentity {
    /// Keys that a seed repeats.
    static func seeded(_ seed: UInt64) -> MeshIdentity {
        var generator = SeededGenerator(seed: seed)
        func bytes() -> SecretBytes {
            let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
            return SecretBytes(copying: bytes.span)
        }
        do {
            return MeshIdentity(
                noiseKey: try X25519.PrivateKey(bytes()), signingKey: try Ed25519.PrivateKey(seed: bytes()))
        } catch {
            fatalError("32 bytes are a key")
        }
    }
}

extension SimulatedMesh.Node {
    var openedSessions: [PeerID] {
        told.compactMap { if case .sessionOpened(let peer) = $0 { peer } else { nil } }
    }

    var texts: [String] {
        told.compactMap { if case .textReceived(let text, id: _, from: _, sent: _) = $0 { text } else { nil } }
    }

    var voice: [VoiceDelivery] {
        told.compactMap { if case .voiceReceived(let delivery) = $0 { delivery } else { nil } }
    }

    var reports: [BurstReport] {
        told.compactMap { if case .burstReported(let report, by: _) = $0 { report } else { nil } }
    }

    var pinned: [PinnedPeer] {
        told.compactMap { if case .peerPinned(let peer) = $0 { peer } else { nil } }
    }

    var left: [PeerID] {
        told.compactMap { if case .peerLeft(let peer) = $0 { peer } else { nil } }
    }

    func progress(of id: String) -> [TextProgress] {
        told.compactMap {
            if case .textProgressed(id: id, let progress, peer: _) = $0 { progress } else { nil }
        }
    }

    func peer(_ id: PeerID) -> MeshPeer? {
        engine.peers.first { $0.id == id }
    }

    func hasSession(with id: PeerID) -> Bool {
        peer(id)?.hasSession == true
    }
}

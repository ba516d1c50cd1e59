import PTTLink
import PTTMesh
import Synchronization

/// What waits for the mesh engine.
///
/// What this device and its links tell is never lost and comes first. Datagrams wait in one queue for each neighbour and
/// are taken in turns, so that a neighbour that floods displaces and delays nobody's datagrams but its own.
final class MeshInbox: Sendable {
    enum Input: Sendable {
        case link(Int, LinkEvent)
        case event(MeshEngine.Event)
    }

    /// A neighbour as the links know it.
    struct Neighbour: Hashable, Sendable {
        var link: Int
        var endpoint: Endpoint
    }

    struct Bounds: Sendable {
        /// Datagrams of one neighbour: over a second of eight talkers behind one relay.
        var datagramsPerNeighbour = 512
        /// Bytes of all neighbours together; beyond it the longest queue gives way.
        var totalBytes = 8 << 20
    }

    private struct State {
        var told: FIFO<Input> = FIFO()
        var queues: [Neighbour: FIFO<[UInt8]>] = [:]
        /// Neighbours with datagrams waiting, in the order of their turns.
        var turns: FIFO<Neighbour> = FIFO()
        var bytes = 0
        /// Neighbours whose overflow was told, until their queue has run empty.
        var overflowing: Set<Neighbour> = []
        var isFinished = false
    }

    private let bounds: Bounds
    private let state = Mutex(State())
    private let wakes: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation

    init(bounds: Bounds = Bounds()) {
        self.bounds = bounds
        (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func tell(_ event: MeshEngine.Event) {
        state.withLock { $0.told.append(.event(event)) }
        wake.yield()
    }

    func tell(_ event: LinkEvent, from link: Int) {
        state.withLock { state in
            switch event {
            case .received(let datagram, let endpoint):
                queue(datagram, from: Neighbour(link: link, endpoint: endpoint), &state)
            case .up, .down, .fault:
                state.told.append(.link(link, event))
            }
        }
        wake.yield()
    }

    /// Takes no more datagrams, and lets ``take(_:)`` return once everything told before has been taken.
    func finish() {
        state.withLock { state in
            state.isFinished = true
            state.queues = [:]
            state.turns = FIFO()
        }
        wake.finish()
    }

    /// Hands over every input in turn until ``finish()``.
    nonisolated(nonsending) func take(_ body: (Input) -> Void) async {
        for await _ in wakes { await drain(body) }
        await drain(body)
    }

    private nonisolated(nonsending) func drain(_ body: (Input) -> Void) async {
        var taken = 0
        while let next = next() {
            body(next)
            taken += 1
            // The owner has other callers, also while a flood lasts.
            if taken.isMultiple(of: 64) { await Task.yield() }
        }
    }

    /// The next input, nil when nothing waits.
    func next() -> Input? {
        state.withLock { state in
            if let told = state.told.popFirst() { return told }
            guard let neighbour = state.turns.popFirst(), let datagram = state.queues[neighbour]?.popFirst() else {
                return nil
            }
            state.bytes -= datagram.count
            if state.queues[neighbour]?.isEmpty == true {
                state.queues[neighbour] = nil
                state.overflowing.remove(neighbour)
            } else {
                state.turns.append(neighbour)
            }
            return .link(neighbour.link, .received(datagram, from: neighbour.endpoint))
        }
    }

    private func queue(_ datagram: [UInt8], from neighbour: Neighbour, _ state: inout State) {
        guard !state.isFinished else { return }
        let waiting = state.queues[neighbour]?.count ?? 0
        if waiting == 0 { state.turns.append(neighbour) }
        state.queues[neighbour, default: FIFO()].append(datagram)
        state.bytes += datagram.count
        if waiting == bounds.datagramsPerNeighbour {
            displace(from: neighbour, &state)
        }
        while state.bytes > bounds.totalBytes, let longest = state.queues.max(by: { $0.value.count < $1.value.count }) {
            guard longest.value.count > 1 else { break }
            displace(from: longest.key, &state)
        }
    }

    private func displace(from neighbour: Neighbour, _ state: inout State) {
        guard let oldest = state.queues[neighbour]?.popFirst() else { return }
        state.bytes -= oldest.count
        guard state.overflowing.insert(neighbour).inserted else { return }
        let fault = LinkError(
            .queueFull, "\(neighbour.endpoint) sends faster than this node can read; its oldest datagrams are dropped")
        state.told.append(.link(neighbour.link, .fault(fault)))
    }
}

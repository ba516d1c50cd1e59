/// All bursts that a listener hears at a time.
///
/// Places are shared fairly: where all are taken, a place moves from the sender that holds the most to one that holds
/// at least two fewer. So a sender's only burst is never taken away, and nobody gains by opening many.
///
///     var assemblies = BurstAssemblies<PeerID>()
///     try assemblies.receive(content, from: peer, in: .direct, now: now, into: &outputs)
///     // until nextDeadline, then
///     assemblies.advance(to: now, into: &outputs)
public struct BurstAssemblies<Sender: Hashable & Sendable>: Sendable {
    public typealias Key = BurstKey<Sender>
    public typealias Output = BurstOutput<Sender>

    public let configuration: BurstAssemblyConfiguration
    /// The keys of the open bursts, and at the same places their assemblies: apart, because only the keys are generic.
    public private(set) var openKeys: [Key] = []
    private var assemblies: [BurstAssembly] = []
    private var tombstones: BurstTombstones<Sender>
    /// What one assembly said, before its key is put to it; kept for its storage.
    private var events: [BurstEvent] = []

    public init(configuration: BurstAssemblyConfiguration = .init()) {
        self.configuration = configuration
        tombstones = BurstTombstones(
            lifetime: configuration.tombstoneLifetime, capacity: configuration.tombstoneCapacity)
    }

    /// When ``advance(to:into:)`` has something to do if no packet comes before.
    public var nextDeadline: Instant? {
        assemblies.lazy.map(\.deadline).min()
    }

    /// Takes the content of one voice packet; throws where it is no burst packet.
    ///
    /// A START that names an unknown codec closes its burst: what follows is nothing that anybody here can play.
    public mutating func receive(
        _ content: ArraySlice<UInt8>, from sender: Sender, in scope: BurstScope, now: Instant,
        into outputs: inout [Output]
    ) throws(BurstError) {
        advance(to: now, into: &outputs)
        do throws(BurstError) {
            let packet = try BurstPacket(decoding: content)
            let key = Key(sender: sender, scope: scope, burst: packet.burst)
            receive(packet, size: content.count, for: key, now: now, into: &outputs)
        } catch {
            if case .unknownCodec = error {
                let burst = try BurstID(bytes: content.prefix(8))
                abandon(Key(sender: sender, scope: scope, burst: burst), now: now, into: &outputs)
            }
            throw error
        }
    }

    /// Does what is due by now.
    public mutating func advance(to now: Instant, into outputs: inout [Output]) {
        var index = assemblies.endIndex
        while index > 0 {
            index -= 1
            guard assemblies[index].deadline <= now else { continue }
            assemblies[index].advance(to: now, into: &events)
            publish(index, now: now, into: &outputs)
        }
    }

    private mutating func receive(
        _ packet: BurstPacket, size: Int, for key: Key, now: Instant, into outputs: inout [Output]
    ) {
        guard let index = index(of: key) ?? open(packet, for: key, now: now, into: &outputs) else { return }
        assemblies[index].receive(packet, size: size, now: now, into: &events)
        publish(index, now: now, into: &outputs)
    }

    /// Opens a burst at its first packet; nil where the packet opens none.
    private mutating func open(
        _ packet: BurstPacket, for key: Key, now: Instant, into outputs: inout [Output]
    ) -> Int? {
        let codec: VoiceCodec
        switch packet.body {
        case .start(let header):
            codec = header.codec
        case .data(let frames):
            codec = frames.first { $0.codec != nil }?.codec ?? .aacLC
        case .end, .canceled:
            // Whatever straggles in behind it is not worth a burst of its own.
            tombstones.insert(key, now: now)
            return nil
        }
        if let refusal = refusal(of: packet, for: key, now: now, into: &outputs) {
            outputs.append(Output(key: key, event: .refused(refusal)))
            return nil
        }
        outputs.append(Output(key: key, event: .opened(codec: codec, isLateJoin: packet.sequence > 1)))
        openKeys.append(key)
        assemblies.append(BurstAssembly(openedAt: now, configuration: configuration))
        return assemblies.endIndex - 1
    }

    private mutating func refusal(
        of packet: BurstPacket, for key: Key, now: Instant, into outputs: inout [Output]
    ) -> BurstRefusal? {
        if tombstones.contains(key, now: now) { return .closed }
        if case .data = packet.body, packet.sequence == 0 { return .invalidSequence }
        return makeRoom(for: key.sender, now: now, into: &outputs) ? nil : .tooManyBursts
    }

    /// Finds a place for one more burst of `sender`, by displacing another sender's where that is fair.
    private mutating func makeRoom(for sender: Sender, now: Instant, into outputs: inout [Output]) -> Bool {
        guard assemblies.count >= configuration.capacity else { return true }
        let share = openCount(of: sender)
        guard let victim = assemblies.indices.max(by: { isDisplaced($1, before: $0) }),
            openCount(of: openKeys[victim].sender) >= share + 2
        else { return false }
        assemblies[victim].finish(.displaced, into: &events)
        publish(victim, now: now, into: &outputs)
        return true
    }

    /// Whose place goes first: that of the sender with the most bursts, and of those the one silent for the longest.
    private func isDisplaced(_ index: Int, before other: Int) -> Bool {
        let count = openCount(of: openKeys[index].sender)
        let otherCount = openCount(of: openKeys[other].sender)
        return count != otherCount
            ? count > otherCount : assemblies[index].lastPacket < assemblies[other].lastPacket
    }

    private func index(of key: Key) -> Int? {
        for index in openKeys.indices where openKeys[index] == key { return index }
        return nil
    }

    private func openCount(of sender: Sender) -> Int {
        openKeys.count { $0.sender == sender }
    }

    /// Drops a burst that turned out to be none of ours.
    private mutating func abandon(_ key: Key, now: Instant, into outputs: inout [Output]) {
        tombstones.insert(key, now: now)
        guard let index = index(of: key) else { return }
        close(index)
        outputs.append(Output(key: key, event: .canceled))
    }

    /// Hands out what the assembly said, and closes it if it is over.
    private mutating func publish(_ index: Int, now: Instant, into outputs: inout [Output]) {
        let key = openKeys[index]
        for place in events.indices {
            outputs.append(Output(key: key, event: events[place]))
        }
        events.removeAll(keepingCapacity: true)
        guard assemblies[index].state == .over else { return }
        close(index)
        tombstones.insert(key, now: now)
    }

    private mutating func close(_ index: Int) {
        openKeys.remove(at: index)
        assemblies.remove(at: index)
    }
}

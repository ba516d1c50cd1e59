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
    private var slots: [Slot] = []
    private var tombstones: BurstTombstones<Sender>
    /// What one assembly said, before its key is put to it; kept for its storage.
    private var events: [BurstEvent] = []

    private struct Slot: Sendable {
        var key: Key
        var assembly: BurstAssembly
    }

    public init(configuration: BurstAssemblyConfiguration = .init()) {
        self.configuration = configuration
        tombstones = BurstTombstones(
            lifetime: configuration.tombstoneLifetime, capacity: configuration.tombstoneCapacity)
    }

    /// Bursts that are being heard.
    public var openKeys: [Key] { slots.map(\.key) }

    /// When ``advance(to:into:)`` has something to do if no packet comes before.
    public var nextDeadline: Instant? {
        slots.lazy.compactMap(\.assembly.deadline).min()
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
        var index = slots.endIndex
        while index > 0 {
            index -= 1
            guard let deadline = slots[index].assembly.deadline, deadline <= now else { continue }
            slots[index].assembly.advance(to: now, into: &events)
            publish(index, now: now, into: &outputs)
        }
    }

    private mutating func receive(
        _ packet: BurstPacket, size: Int, for key: Key, now: Instant, into outputs: inout [Output]
    ) {
        guard let index = index(of: key) ?? open(packet, for: key, now: now, into: &outputs) else { return }
        slots[index].assembly.receive(packet, size: size, now: now, into: &events)
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
        slots.append(Slot(key: key, assembly: BurstAssembly(openedAt: now, configuration: configuration)))
        return slots.endIndex - 1
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
        guard slots.count >= configuration.capacity else { return true }
        let share = openCount(of: sender)
        guard let victim = slots.indices.max(by: { isDisplaced(slots[$1], before: slots[$0]) }),
            openCount(of: slots[victim].key.sender) >= share + 2
        else { return false }
        slots[victim].assembly.finish(.displaced, into: &events)
        publish(victim, now: now, into: &outputs)
        return true
    }

    /// Whose place goes first: that of the sender with the most bursts, and of those the one silent for the longest.
    private func isDisplaced(_ slot: Slot, before other: Slot) -> Bool {
        let count = openCount(of: slot.key.sender)
        let otherCount = openCount(of: other.key.sender)
        return count != otherCount ? count > otherCount : slot.assembly.lastPacket < other.assembly.lastPacket
    }

    private func index(of key: Key) -> Int? {
        for index in slots.indices where slots[index].key == key { return index }
        return nil
    }

    private func openCount(of sender: Sender) -> Int {
        slots.count { $0.key.sender == sender }
    }

    /// Drops a burst that turned out to be none of ours.
    private mutating func abandon(_ key: Key, now: Instant, into outputs: inout [Output]) {
        tombstones.insert(key, now: now)
        guard let index = index(of: key) else { return }
        slots.remove(at: index)
        outputs.append(Output(key: key, event: .canceled))
    }

    /// Hands out what the assembly said, and closes it if it is over.
    private mutating func publish(_ index: Int, now: Instant, into outputs: inout [Output]) {
        let key = slots[index].key
        for place in events.indices {
            outputs.append(Output(key: key, event: events[place]))
        }
        events.removeAll(keepingCapacity: true)
        guard slots[index].assembly.state == .over else { return }
        slots.remove(at: index)
        tombstones.insert(key, now: now)
    }
}

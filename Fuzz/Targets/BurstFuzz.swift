import PTTWire

/// Burst packets one by one, and many of them at a table of assemblies while time passes.
enum BurstFuzz {
    static func run(_ input: [UInt8]) {
        decode(input[...])
        assemble(input)
    }

    private static func decode(_ input: ArraySlice<UInt8>) {
        guard let packet = try? BurstPacket(decoding: input) else { return }
        let copy = try? BurstPacket(decoding: packet.encoded()[...])
        precondition(copy == packet, "a burst packet changes when it is encoded again")
        guard case .data(let frames) = packet.body else { return }
        precondition(frames.allSatisfy { !$0.bytes.isEmpty })
        precondition(frames.newCount + frames.repeatCount == Array(frames).count)
    }

    /// The control byte of a record: sender in two bits, then the time since the record before it.
    private static func assemble(_ input: [UInt8]) {
        var assemblies = BurstAssemblies<UInt8>()
        var listener = Listener()
        var now = Instant(nanoseconds: 0)
        for (control, bytes) in FuzzRecords(input) {
            now = now + .milliseconds(1 << Int(control >> 4))
            let scope: BurstScope = control & 4 == 0 ? .direct : .everyone
            var outputs: [BurstOutput<UInt8>] = []
            try? assemblies.receive(bytes, from: control & 3, in: scope, now: now, into: &outputs)
            listener.hear(outputs)
            precondition(assemblies.openKeys.count <= assemblies.configuration.capacity)
            precondition(Set(assemblies.openKeys) == listener.open, "the table and its events disagree")
            precondition(assemblies.nextDeadline.map { $0 > now } ?? true, "a deadline in the past")
        }
        var outputs: [BurstOutput<UInt8>] = []
        assemblies.advance(to: now + .seconds(1_000), into: &outputs)
        listener.hear(outputs)
        precondition(listener.open.isEmpty, "a burst that never ends")
    }

    /// What somebody who trusts the events would believe.
    private struct Listener {
        var open: Set<BurstKey<UInt8>> = []

        mutating func hear(_ outputs: [BurstOutput<UInt8>]) {
            for output in outputs {
                switch output.event {
                case .opened:
                    precondition(open.insert(output.key).inserted, "a burst opened twice")
                case .arrived, .ended:
                    precondition(open.contains(output.key))
                case .delivered(let frame, _):
                    precondition(open.contains(output.key) && !frame.isEmpty)
                case .finished, .canceled:
                    precondition(open.remove(output.key) != nil, "a burst ended twice")
                case .refused:
                    break
                }
            }
        }
    }
}

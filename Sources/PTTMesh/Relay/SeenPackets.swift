import PTTWire

/// What is remembered of a packet, to know it again: a keyed hash of everything in it that must not change on its way.
///
/// The signature is covered, so a forged copy never passes for the genuine packet; TTL and padding are not, so the same
/// packet over another path is the same.
struct PacketFingerprint: Hashable, Sendable {
    var rawValue: UInt64
}

/// The packets seen lately, in a table of fixed size that is asked and told without allocating.
///
/// Two generations: when the younger is full it becomes the older, whose packets are forgotten. A packet is told to it
/// only after it proved itself, or was forwarded: whoever sends a copy first changes nothing.
struct SeenPackets: Sendable {
    private var young: Generation
    private var old: Generation
    private let key: (UInt64, UInt64)

    /// - Parameter capacity: Packets in each generation.
    init(capacity: Int, key: (UInt64, UInt64)) {
        young = Generation(capacity: capacity)
        old = Generation(capacity: capacity)
        self.key = key
    }

    func fingerprint(of packet: borrowing Packet) -> PacketFingerprint {
        var hash = KeyedHash(key: key)
        let kind = UInt64(packet.typeByte) << 8 | UInt64(packet.flags.intersection(.isCompressed).rawValue)
        hash.combine(kind << 1 | (packet.recipient == nil ? 0 : 1))
        hash.combine(packet.timestamp.milliseconds)
        hash.combine(packet.sender.rawValue)
        if let recipient = packet.recipient { hash.combine(recipient.rawValue) }
        hash.combine(UInt64(packet.bodyRange.count))
        hash.combine(packet.bytes.span.extracting(packet.bodyRange))
        if packet.flags.contains(.hasSignature) {
            hash.combine(packet.bytes.span.extracting(packet.end - PacketLayout.signatureLength..<packet.end))
        }
        // Zero marks an empty slot.
        return PacketFingerprint(rawValue: max(hash.finalize(), 1))
    }

    func contains(_ fingerprint: PacketFingerprint) -> Bool {
        young.contains(fingerprint.rawValue) || old.contains(fingerprint.rawValue)
    }

    mutating func insert(_ fingerprint: PacketFingerprint) {
        guard !young.contains(fingerprint.rawValue) else { return }
        if young.isFull {
            swap(&young, &old)
            young.removeAll()
        }
        young.insert(fingerprint.rawValue)
    }

    private struct Generation: Sendable {
        private var slots: [UInt64]
        private var count = 0
        private let capacity: Int

        init(capacity: Int) {
            self.capacity = capacity
            // At most half full, so that a search ends soon.
            var size = 2
            while size < 2 * capacity { size *= 2 }
            slots = [UInt64](repeating: 0, count: size)
        }

        var isFull: Bool { count >= capacity }

        func contains(_ value: UInt64) -> Bool {
            slots[slot(of: value)] == value
        }

        mutating func insert(_ value: UInt64) {
            slots[slot(of: value)] = value
            count += 1
        }

        mutating func removeAll() {
            for index in slots.indices { slots[index] = 0 }
            count = 0
        }

        /// Where the value is, or the empty slot where it would go.
        private func slot(of value: UInt64) -> Int {
            let mask = slots.count - 1
            var index = Int(truncatingIfNeeded: value) & mask
            while slots[index] != 0, slots[index] != value { index = (index + 1) & mask }
            return index
        }
    }
}

import PTTWire

/// Burst packets one by one.
enum BurstFuzz {
    static func run(_ input: [UInt8]) {
        guard let packet = try? BurstPacket(decoding: input[...]) else { return }
        let copy = try? BurstPacket(decoding: packet.encoded()[...])
        precondition(copy == packet, "a burst packet changes when it is encoded again")
        guard case .data(let frames) = packet.body else { return }
        precondition(frames.allSatisfy { !$0.bytes.isEmpty })
        precondition(frames.newCount + frames.repeatCount == Array(frames).count)
    }
}

import PTTCrypto
public import PTTMesh
import PTTWire

/// Voice packets inside a session.
public enum SealedVoice {
    /// What a packet with one AAC-LC frame comes to.
    public static let messageBytes = 160

    /// A receiver, and `count` messages to it in order.
    public static func burst(count: Int) throws -> (NoiseSession, [[UInt8]]) {
        var (sender, receiver) = try sessions()
        let frame = (0..<messageBytes - NoiseSession.overhead - BurstPacket.headerSize - 2).map { UInt8($0) }
        let messages = try (1...count).map { number in
            let frames = try BurstFrames([BurstFrame(bytes: frame[...])])
            let sequence = UInt16(truncatingIfNeeded: number)
            let packet = BurstPacket(burst: BurstID(rawValue: 7), sequence: sequence, body: .data(frames)).encoded()
            var message: [UInt8] = []
            try sender.seal(packet.span, appendingTo: &message)
            precondition(message.count == messageBytes)
            return message
        }
        return (receiver, messages)
    }

    private static func sessions() throws -> (NoiseSession, NoiseSession) {
        var initiator = NoiseHandshake(role: .initiator, staticKey: X25519.PrivateKey())
        var responder = NoiseHandshake(role: .responder, staticKey: X25519.PrivateKey())
        // Named, because Swift 6.3 cannot optimize the span of a call's result.
        let first = try initiator.writeMessage()
        _ = try responder.readMessage(first.span)
        let second = try responder.writeMessage()
        _ = try initiator.readMessage(second.span)
        let third = try initiator.writeMessage()
        _ = try responder.readMessage(third.span)
        return (try initiator.session(), try responder.session())
    }
}

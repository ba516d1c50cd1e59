public import PTTCrypto

/// One side of `Noise_XX_25519_ChaChaPoly_SHA256` (Noise, revision 34, §7.5; bitchat wire §4.1).
///
///     → e            32 bytes and the payload
///     ← e, ee, s, es 96 bytes and the payload
///     → s, se        64 bytes and the payload
///
/// A value that a refused message leaves as it was, so a forged one cannot end a handshake.
public struct NoiseHandshake: Sendable {
    public enum Role: Hashable, Sendable {
        case initiator, responder
    }

    /// Longest message taken or made (bitchat wire §4.7).
    public static let maximumMessageBytes = 2048
    static let messageBytes = (first: 32, second: 96, third: 64)

    public let role: Role
    private let staticKey: X25519.PrivateKey
    private let ephemeralKey: X25519.PrivateKey
    private var symmetric: NoiseSymmetricState
    private var remoteEphemeral: X25519.PublicKey?
    /// The peer's long-term key, once its message proved it.
    public private(set) var remoteStaticKey: X25519.PublicKey?
    /// How many of the three messages went over.
    private var messageCount = 0

    /// - Parameters:
    ///   - ephemeralKey: Used in this handshake and never again; fresh but in tests.
    ///   - prologue: What both sides must agree on beforehand; empty in bitchat.
    public init(
        role: Role, staticKey: X25519.PrivateKey, ephemeralKey: X25519.PrivateKey = .init(), prologue: [UInt8] = []
    ) {
        self.role = role
        self.staticKey = staticKey
        self.ephemeralKey = ephemeralKey
        symmetric = NoiseSymmetricState(
            protocolName: "Noise_XX_25519_ChaChaPoly_SHA256", prologue: prologue.span)
    }

    public var isComplete: Bool { messageCount == 3 }

    /// The same 32 bytes on both sides once complete: what people, or a higher protocol, may compare.
    public var handshakeHash: [UInt8] { symmetric.handshakeHash }

    private var writesNext: Bool {
        !isComplete && (messageCount % 2 == 0) == (role == .initiator)
    }

    /// The next message of this side.
    ///
    /// Throws `outOfTurn`, `messageLength` when the payload is too long, `weakKey` when agreement gives zero.
    public mutating func writeMessage(payload: [UInt8] = []) throws(NoiseError) -> [UInt8] {
        guard writesNext else { throw .outOfTurn }
        guard payload.count <= NoiseHandshake.maximumMessageBytes - 96 else { throw .messageLength }
        var next = self
        var message: [UInt8] = []
        switch messageCount {
        case 0:
            next.writeEphemeral(to: &message)
        case 1:
            next.writeEphemeral(to: &message)
            try next.agree(ephemeralKey, remoteEphemeral)
            next.symmetric.encryptAndHash(staticKey.publicKey.bytes.span, appendingTo: &message)
            try next.agree(staticKey, remoteEphemeral)
        default:
            next.symmetric.encryptAndHash(staticKey.publicKey.bytes.span, appendingTo: &message)
            try next.agree(staticKey, remoteEphemeral)
        }
        next.symmetric.encryptAndHash(payload.span, appendingTo: &message)
        next.messageCount += 1
        self = next
        return message
    }

    /// Takes the peer's next message and returns its payload.
    ///
    /// Throws `outOfTurn`, `messageLength`, `weakKey`, or `authenticationFailed`.
    public mutating func readMessage(_ message: Span<UInt8>) throws(NoiseError) -> [UInt8] {
        guard !isComplete, !writesNext else { throw .outOfTurn }
        guard message.count <= NoiseHandshake.maximumMessageBytes else { throw .messageLength }
        var next = self
        let payload: [UInt8]
        switch messageCount {
        case 0:
            guard message.count >= NoiseHandshake.messageBytes.first else { throw .messageLength }
            try next.readEphemeral(message.extracting(first: 32))
            payload = try next.symmetric.decryptAndHash(message.extracting(droppingFirst: 32))
        case 1:
            guard message.count >= NoiseHandshake.messageBytes.second else { throw .messageLength }
            try next.readEphemeral(message.extracting(first: 32))
            try next.agree(ephemeralKey, next.remoteEphemeral)
            try next.readStatic(message.extracting(32..<80))
            try next.agree(ephemeralKey, next.remoteStaticKey)
            payload = try next.symmetric.decryptAndHash(message.extracting(droppingFirst: 80))
        default:
            guard message.count >= NoiseHandshake.messageBytes.third else { throw .messageLength }
            try next.readStatic(message.extracting(first: 48))
            try next.agree(ephemeralKey, next.remoteStaticKey)
            payload = try next.symmetric.decryptAndHash(message.extracting(droppingFirst: 48))
        }
        next.messageCount += 1
        self = next
        return payload
    }

    /// The session that the handshake made. Throws `outOfTurn` before it is complete.
    public func session() throws(NoiseError) -> NoiseSession {
        guard isComplete, let remoteStaticKey else { throw .outOfTurn }
        let ciphers = symmetric.split()
        let (sending, receiving) =
            switch role {
            case .initiator: (ciphers.initiator, ciphers.responder)
            case .responder: (ciphers.responder, ciphers.initiator)
            }
        return NoiseSession(
            sending: sending, receiving: receiving, remoteStaticKey: remoteStaticKey, handshakeHash: handshakeHash)
    }
}

// The tokens of the pattern.
extension NoiseHandshake {
    private mutating func writeEphemeral(to message: inout [UInt8]) {
        let bytes = ephemeralKey.publicKey.bytes
        message += bytes
        symmetric.mixHash(bytes.span)
    }

    private mutating func readEphemeral(_ bytes: Span<UInt8>) throws(NoiseError) {
        remoteEphemeral = try NoiseHandshake.checkedKey(bytes)
        symmetric.mixHash(bytes)
    }

    private mutating func readStatic(_ sealed: Span<UInt8>) throws(NoiseError) {
        let bytes = try symmetric.decryptAndHash(sealed)
        remoteStaticKey = try NoiseHandshake.checkedKey(bytes.span)
    }

    private mutating func agree(_ key: X25519.PrivateKey, _ peer: X25519.PublicKey?) throws(NoiseError) {
        guard let peer else { throw .outOfTurn }
        do {
            symmetric.mixKey(try key.sharedSecret(with: peer))
        } catch {
            throw .weakKey
        }
    }
}

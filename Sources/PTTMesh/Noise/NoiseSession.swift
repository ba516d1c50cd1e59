public import PTTCrypto
import PTTWire

/// An open session: seals what goes to the peer, opens what comes from it, in any order and each once.
///
/// A message is `counter u32 ‖ ciphertext ‖ tag`, with no associated data (bitchat wire §4.6). Loss and reordering cost
/// nothing. One owner: of two copies only one may seal, or a counter is used twice.
public struct NoiseSession: Sendable {
    /// Bytes that a message has more than its plaintext.
    public static let overhead = 20
    /// Largest plaintext: a file; what is less is the business of the payload (bitchat wire §4.7).
    public static let maximumPlaintextBytes = 1_179_708
    /// The counter before the last of its kind is the last one used, as in the shipped app.
    static let lastCounter = UInt32.max - 1

    private var sending: ChaChaPoly.Cipher
    private var receiving: ChaChaPoly.Cipher
    private var window = ReplayWindow()
    /// How many messages were sealed, which is also the next counter.
    public private(set) var sealedCount: UInt32
    /// How many messages were opened.
    public private(set) var openedCount: UInt32 = 0

    /// The long-term key that the peer proved.
    public let remoteStaticKey: X25519.PublicKey
    /// The same 32 bytes on both sides, and in no other session.
    public let handshakeHash: [UInt8]

    init(
        sending: ChaChaPoly.Cipher, receiving: ChaChaPoly.Cipher, remoteStaticKey: X25519.PublicKey,
        handshakeHash: [UInt8], sealedCount: UInt32 = 0
    ) {
        self.sealedCount = sealedCount
        self.sending = sending
        self.receiving = receiving
        self.remoteStaticKey = remoteStaticKey
        self.handshakeHash = handshakeHash
    }

    /// Appends the message to `output`; allocates nothing where it has room.
    ///
    /// Throws `messageLength` for a plaintext that is too long, `exhausted` when no counter is left.
    public mutating func seal(_ plaintext: Span<UInt8>, appendingTo output: inout [UInt8]) throws(NoiseError) {
        guard plaintext.count <= NoiseSession.maximumPlaintextBytes else { throw .messageLength }
        guard sealedCount <= NoiseSession.lastCounter else { throw .exhausted }
        output.appendBigEndian(sealedCount)
        sending.seal(plaintext, nonce: .init(counter: UInt64(sealedCount)), appendingTo: &output)
        sealedCount += 1
    }

    /// Appends the plaintext to `output`; allocates nothing where it has room for the whole message.
    ///
    /// Throws `messageLength`, `replayed`, or `authenticationFailed`; the window moves only when the tag fitted.
    public mutating func open(_ message: Span<UInt8>, appendingTo output: inout [UInt8]) throws(NoiseError) {
        guard message.count >= NoiseSession.overhead,
            message.count <= NoiseSession.maximumPlaintextBytes + NoiseSession.overhead
        else { throw .messageLength }
        let high = UInt32(message[0]) << 24 | UInt32(message[1]) << 16
        let counter = high | UInt32(message[2]) << 8 | UInt32(message[3])
        guard window.accepts(counter) else { throw .replayed }
        do {
            try receiving.open(
                message.extracting(droppingFirst: 4), nonce: .init(counter: UInt64(counter)), appendingTo: &output)
        } catch {
            throw .authenticationFailed
        }
        window.record(counter)
        openedCount = openedCount == .max ? openedCount : openedCount + 1
    }
}

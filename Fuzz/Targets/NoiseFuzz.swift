import PTTCrypto
import PTTMesh

/// Handshake messages at each step, and messages of an open session, forged, damaged, replayed and out of order.
enum NoiseFuzz {
    /// The first byte chooses; the rest is a message, or what damages a genuine one.
    static func run(_ input: [UInt8]) {
        guard let choice = input.first, let fixture = Fixture.shared else { return }
        let rest = Array(input.dropFirst())
        let step = Int(choice) % (2 * fixture.steps.count + 1)
        if step < fixture.steps.count {
            fixture.steps[step].read(rest)
        } else if step < 2 * fixture.steps.count {
            let genuine = fixture.steps[step - fixture.steps.count]
            genuine.read(damaged(genuine.message, by: rest[...]))
        } else {
            fixture.receive(FuzzRecords(rest))
        }
    }

    static func damaged(_ message: [UInt8], by damage: ArraySlice<UInt8>) -> [UInt8] {
        var copy = message
        for (index, byte) in zip(copy.indices, damage) { copy[index] ^= byte }
        return copy
    }
}

/// A handshake between fixed keys, caught at each step, and the session that came of it.
private struct Fixture: Sendable {
    /// Somebody who waits for a message, and the one that fits.
    struct Step: Sendable {
        let reader: NoiseHandshake
        let message: [UInt8]

        func read(_ bytes: [UInt8]) {
            var copy = reader
            let isGenuine = bytes == message
            do {
                _ = try copy.readMessage(bytes.span)
                // The first message, a bare key, may be anybody's; the others prove who sent them.
                precondition(isGenuine || message.count == 32, "a forgery is believed")
            } catch {
                precondition(!isGenuine, "the genuine message is refused: \(error)")
                precondition(copy.isComplete == reader.isComplete && copy.handshakeHash == reader.handshakeHash)
            }
        }
    }

    let steps: [Step]
    private let receiver: NoiseSession
    /// Messages to the receiver, by counter.
    private let sealed: [[UInt8]]

    static let shared: Fixture? = try? Fixture()

    private init() throws {
        func key(_ byte: UInt8) throws -> X25519.PrivateKey {
            try X25519.PrivateKey(SecretBytes(copying: [UInt8](repeating: byte, count: 32).span))
        }
        var initiator = NoiseHandshake(role: .initiator, staticKey: try key(1), ephemeralKey: try key(2))
        var responder = NoiseHandshake(role: .responder, staticKey: try key(3), ephemeralKey: try key(4))
        var steps: [Step] = []
        let first = try initiator.writeMessage()
        steps.append(Step(reader: responder, message: first))
        _ = try responder.readMessage(first.span)
        let second = try responder.writeMessage()
        steps.append(Step(reader: initiator, message: second))
        _ = try initiator.readMessage(second.span)
        let third = try initiator.writeMessage()
        steps.append(Step(reader: responder, message: third))
        _ = try responder.readMessage(third.span)
        self.steps = steps
        receiver = try responder.session()
        var sender = try initiator.session()
        sealed = try (0..<64).map { number in
            var message: [UInt8] = []
            try sender.seal([UInt8](repeating: UInt8(number), count: number).span, appendingTo: &message)
            return message
        }
    }

    /// The control byte of a record chooses a genuine message, or none; its bytes damage it, or are the message.
    func receive(_ records: FuzzRecords) {
        var session = receiver
        var seen: Set<Int> = []
        for (control, bytes) in records {
            let number = Int(control) % 128
            let genuine = number < sealed.count ? sealed[number] : nil
            let message = genuine.map { NoiseFuzz.damaged($0, by: bytes) } ?? Array(bytes)
            var plaintext: [UInt8] = []
            do {
                try session.open(message.span, appendingTo: &plaintext)
                let counter = sealed.firstIndex(of: message)
                precondition(counter != nil, "a forgery is opened")
                precondition(counter.map { seen.insert($0).inserted } ?? false, "a replay is opened")
                precondition(plaintext.count == counter)
            } catch {
                precondition(plaintext.isEmpty, "a refused message leaves something behind")
                let counter = sealed.firstIndex(of: message)
                precondition(counter.map { seen.contains($0) } ?? true, "a genuine message is refused: \(error)")
            }
        }
    }
}

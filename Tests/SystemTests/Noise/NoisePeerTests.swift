import PTTCrypto
import PTTMesh
import PTTWire
import Testing

/// Our sessions against another implementation of Noise, live, with keys that both draw afresh.
@Suite(.timeLimit(.minutes(1))) struct NoisePeerTests {
    private let now = Instant(nanoseconds: 1_000_000_000)

    @Test(arguments: NoisePeer.Role.allCases)
    func weAgreeWithAnotherImplementationInEitherRole(itsRole: NoisePeer.Role) throws {
        let peer = try NoisePeer(itsRole, staticKey: SecureRandom.bytes(count: 32))
        let publicKey = try peer.hear()
        let id = PeerID(noiseKey: publicKey[...])
        var sessions = NoiseSessions(staticKey: X25519.PrivateKey())
        switch itsRole {
        case .responder:
            try peer.tell(begin(&sessions, with: id))
            try peer.tell(answer(&sessions, to: peer.hear(), of: id))
        case .initiator:
            try peer.tell(answer(&sessions, to: peer.hear(), of: id))
            #expect(try receive(&sessions, peer.hear(), from: id).isEmpty)
        }
        let session = try #require(sessions.session(with: id))
        #expect(session.remoteStaticKey.bytes == publicKey)
        #expect(try session.handshakeHash == peer.hear())
        try talk(&sessions, with: peer, id)
        #expect(try peer.finish() == 0)
    }

    /// Messages of many lengths both ways, ours and its out of order, each of its twice.
    private func talk(_ sessions: inout NoiseSessions, with peer: NoisePeer, _ id: PeerID) throws {
        let texts = [0, 1, 16, 63, 160, 205, 1000, 60_000].map { SecureRandom.bytes(count: $0) }
        var sealed: [[UInt8]] = []
        for text in texts {
            var message: [UInt8] = []
            try sessions.seal(text.span, to: id, now: now, appendingTo: &message)
            sealed.append(message)
        }
        var answers: [(text: [UInt8], message: [UInt8])] = []
        for index in [3, 0, 7, 1, 6, 2, 5, 4] {
            try peer.tell(sealed[index])
            #expect(try peer.hear() == texts[index])
            answers.append((texts[index], try peer.hear()))
        }
        for (text, message) in answers.reversed() {
            var output: [UInt8] = []
            try open(&sessions, message, from: id, into: &output)
            #expect(output == text.reversed())
            #expect(throws: NoiseError.replayed) { try open(&sessions, message, from: id, into: &output) }
        }
    }

    private func open(
        _ sessions: inout NoiseSessions, _ message: [UInt8], from id: PeerID, into output: inout [UInt8]
    ) throws(NoiseError) {
        try sessions.open(
            message.span, from: id, sent: Timestamp(milliseconds: 0), now: now, appendingTo: &output)
    }

    private func begin(_ sessions: inout NoiseSessions, with id: PeerID) throws -> [UInt8] {
        var random = SecureRandom()
        var actions: [NoiseSessions.Action] = []
        sessions.connect(to: id, now: now, using: &random, into: &actions)
        return try #require(messages(actions).first)
    }

    private func answer(_ sessions: inout NoiseSessions, to message: [UInt8], of id: PeerID) throws -> [UInt8] {
        try #require(receive(&sessions, message, from: id).first)
    }

    /// The handshake messages that follow from one.
    private func receive(_ sessions: inout NoiseSessions, _ message: [UInt8], from id: PeerID) -> [[UInt8]] {
        var random = SecureRandom()
        var actions: [NoiseSessions.Action] = []
        sessions.receive(handshake: message, from: id, now: now, using: &random, into: &actions)
        return messages(actions)
    }

    private func messages(_ actions: [NoiseSessions.Action]) -> [[UInt8]] {
        actions.compactMap { action in
            if case .send(let message, _) = action { message } else { nil }
        }
    }
}

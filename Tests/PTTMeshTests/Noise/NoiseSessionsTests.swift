import PTTCrypto
import PTTTestSupport
import PTTWire
import Testing

@testable import PTTMesh

@Suite struct NoiseSessionsTests {
    private let start = Instant.at(.seconds(1))

    @Test func threeMessagesOpenASession() throws {
        var (alice, bob) = NoiseNode.pair()
        #expect(alice.sessions.state(of: bob.id) == .none)
        alice.connect(to: bob.id, at: start)
        #expect(alice.sessions.state(of: bob.id) == .opening)
        let first = alice.takeOutbox()
        bob.receive(first[0], from: alice.id, at: start)
        let second = bob.takeOutbox()
        alice.receive(second[0], from: bob.id, at: start)
        let third = alice.takeOutbox()
        bob.receive(third[0], from: alice.id, at: start)
        #expect([first, second, third].map { $0.map(\.count) } == [[32], [96], [64]])
        #expect(alice.opened == [bob.id] && bob.opened == [alice.id])
        #expect(alice.sessions.state(of: bob.id) == .open && bob.sessions.state(of: alice.id) == .open)
        let sessions = (alice.sessions.session(with: bob.id), bob.sessions.session(with: alice.id))
        #expect(sessions.0?.remoteStaticKey == bob.key.publicKey && sessions.1?.remoteStaticKey == alice.key.publicKey)
        #expect(sessions.0?.handshakeHash == sessions.1?.handshakeHash)
        try exchange(&alice, &bob, at: start)
        #expect(alice.refusals.isEmpty && bob.refusals.isEmpty)
    }

    @Test func wantingAnOpenSessionDoesNothing() {
        var (alice, bob) = connected()
        alice.connect(to: bob.id, at: start)
        bob.connect(to: alice.id, at: start)
        alice.connect(to: alice.id, at: start)
        #expect(alice.takeOutbox().isEmpty && bob.takeOutbox().isEmpty)
    }

    @Test func nobodyCanBeTalkedToWithoutASession() {
        var (alice, bob) = NoiseNode.pair()
        #expect(throws: NoiseError.noSession) { try alice.seal([1], to: bob.id, at: start) }
        #expect(throws: NoiseError.noSession) {
            try alice.open(.init(repeating: 0, count: 40), from: bob.id, at: start)
        }
        alice.connect(to: bob.id, at: start)
        #expect(throws: NoiseError.noSession) { try alice.seal([1], to: bob.id, at: start) }
        #expect(throws: NoiseError.noSession) {
            try alice.open(.init(repeating: 0, count: 40), from: bob.id, at: start)
        }
    }

    @Test func aGoodbyeForgetsTheSession() throws {
        var (alice, bob) = connected()
        alice.close(bob.id)
        #expect(alice.sessions.state(of: bob.id) == .none)
        #expect(throws: NoiseError.noSession) { try alice.seal([1], to: bob.id, at: start) }
        alice.connect(to: bob.id, at: start)
        settle(&alice, &bob, at: start)
        try exchange(&alice, &bob, at: start)
    }

    @Test func silenceIsRepeatedToThenTriedAgainThenGivenUp() {
        var alice = NoiseNode(seed: 1)
        let bob = NoiseNode(seed: 2)
        alice.connect(to: bob.id, at: .at(.zero))
        var sent: [(Duration, [UInt8])] = alice.takeOutbox().map { (.zero, $0) }
        while let deadline = alice.sessions.nextDeadline, deadline < .at(.seconds(600)) {
            alice.deadlineReached(at: deadline)
            sent += alice.takeOutbox().map { (deadline - .at(.zero), $0) }
        }
        #expect(sent.map(\.0) == [0, 2.5, 10, 12.5, 20, 22.5].map { Duration.seconds($0) })
        #expect(sent[0].1 == sent[1].1 && sent[1].1 != sent[2].1)
        #expect(alice.failures == [.timedOut])
        #expect(alice.sessions.conversations.isEmpty && alice.sessions.nextDeadline == nil)
    }

    @Test func aRepeatedFirstMessageGetsTheSameAnswer() {
        var (alice, bob) = NoiseNode.pair()
        alice.connect(to: bob.id, at: start)
        let first = alice.takeOutbox()[0]
        bob.receive(first, from: alice.id, at: start)
        bob.receive(first, from: alice.id, at: start + .seconds(2))
        let answers = bob.takeOutbox()
        #expect(answers.count == 2 && answers[0] == answers[1])
        alice.receive(answers[1], from: bob.id, at: start + .seconds(2))
        settle(&alice, &bob, at: start + .seconds(2))
        #expect(bob.opened == [alice.id])
        // And once more when all is done: a late copy.
        bob.receive(first, from: alice.id, at: start + .seconds(3))
        #expect(bob.takeOutbox().isEmpty && bob.refusals == [.replayed])
    }

    @Test func messagesOfOtherLengthsOrOutOfTurnAreRefused() {
        var (alice, bob) = NoiseNode.pair()
        for count in [0, 1, 31, 33, 63, 65, 95, 97, 2048, 5000] {
            bob.receive(.init(repeating: 5, count: count), from: alice.id, at: start)
        }
        #expect(bob.refusals == Array(repeating: .messageLength, count: 10))
        bob.receive(.init(repeating: 5, count: 64), from: alice.id, at: start)
        bob.receive(.init(repeating: 5, count: 96), from: alice.id, at: start)
        #expect(bob.refusals.suffix(2) == [.outOfTurn, .outOfTurn])
        bob.receive(.init(repeating: 0, count: 32), from: alice.id, at: start)
        bob.receive([0xec] + .init(repeating: 0xff, count: 30) + [0x7f], from: alice.id, at: start)
        #expect(bob.refusals.suffix(2) == [.weakKey, .weakKey])
        bob.receive(.init(repeating: 9, count: 32), from: bob.id, at: start)
        #expect(bob.refusals.last == .wrongIdentity)
        #expect(bob.takeOutbox().isEmpty && bob.sessions.state(of: alice.id) == .none)
    }

    @Test(.enabled(if: allocationsAreCounted)) func sealingAndOpeningAllocateNothing() throws {
        var limits = NoiseSessions.Limits()
        limits.messagesPerSecond = 100_000
        limits.messagesPerSecondOfAll = 100_000
        var (alice, bob) = NoiseNode.pair(limits: limits)
        alice.connect(to: bob.id, at: start)
        settle(&alice, &bob, at: start)
        var (sender, receiver) = (alice.sessions, bob.sessions)
        let plaintext = [UInt8](repeating: 5, count: 160)
        var (sealed, opened): ([UInt8], [UInt8]) = ([], [])
        var count = -1
        for _ in 0..<2 {
            count = try allocationCount {
                for _ in 0..<200 {
                    sealed.removeAll(keepingCapacity: true)
                    opened.removeAll(keepingCapacity: true)
                    try sender.seal(plaintext.span, to: bob.id, now: start, appendingTo: &sealed)
                    try receiver.open(
                        sealed.span, from: alice.id, sent: Timestamp(milliseconds: 0), now: start,
                        appendingTo: &opened)
                }
            }
        }
        #expect(count == 0)
        #expect(opened == plaintext)
    }

    private func connected() -> (NoiseNode, NoiseNode) {
        var (alice, bob) = NoiseNode.pair()
        alice.connect(to: bob.id, at: start)
        settle(&alice, &bob, at: start)
        return (alice, bob)
    }
}

/// One message each way.
func exchange(_ left: inout NoiseNode, _ right: inout NoiseNode, at now: Instant) throws {
    #expect(try right.open(left.seal([1, 2], to: right.id, at: now), from: left.id, at: now) == [1, 2])
    #expect(try left.open(right.seal([3], to: left.id, at: now), from: right.id, at: now) == [3])
}

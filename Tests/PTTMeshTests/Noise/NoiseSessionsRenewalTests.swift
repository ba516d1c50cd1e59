import PTTCrypto
import PTTTestSupport
import PTTWire
import Testing

@testable import PTTMesh

/// Handshakes over a session that stands (bitchat wire §4.5).
@Suite struct NoiseSessionsRenewalTests {
    private let start = Instant.at(.seconds(1))

    @Test func aPeerThatStartedAgainGetsANewSession() throws {
        var (alice, bob) = try connected()
        bob.restart()
        bob.connect(to: alice.id, at: start + .seconds(5))
        settle(&alice, &bob, at: start + .seconds(5))
        #expect(alice.opened.count == 2)
        try exchange(&alice, &bob, at: start + .seconds(5))
    }

    @Test func theSessionGoesOnBothWaysThroughAHandshake() throws {
        var (alice, bob) = try connected()
        let inFlight = try bob.seal([7], to: alice.id, at: start)
        alice.receive(forgedFirst(1), from: bob.id, at: start + .seconds(2))
        #expect(alice.takeOutbox().map(\.count) == [96])
        #expect(alice.sessions.state(of: bob.id) == .renewing)
        try exchange(&alice, &bob, at: start + .seconds(2))
        #expect(try alice.open(inFlight, from: bob.id, at: start + .seconds(2)) == [7])
    }

    @Test func aForgedHandshakeEndsInOneThatConverges() throws {
        var (alice, bob) = try connected()
        alice.receive(forgedFirst(1), from: bob.id, at: start + .seconds(2))
        _ = alice.takeOutbox()
        alice.deadlineReached(at: start + .seconds(21))
        #expect(alice.takeOutbox().isEmpty)
        try exchange(&alice, &bob, at: start + .seconds(21))
        alice.deadlineReached(at: start + .seconds(22))
        #expect(alice.outbox.map(\.message.count) == [32])
        settle(&alice, &bob, at: start + .seconds(22))
        #expect(alice.sessions.state(of: bob.id) == .open && bob.sessions.state(of: alice.id) == .open)
        try exchange(&alice, &bob, at: start + .seconds(22))
    }

    @Test func afterThatFreshOnesAreIgnoredForAMinuteWhileTheSessionLives() throws {
        var (alice, bob) = try connected()
        alice.receive(forgedFirst(1), from: bob.id, at: start + .seconds(2))
        try exchange(&alice, &bob, at: start + .seconds(10))
        alice.deadlineReached(at: start + .seconds(22))
        _ = alice.takeOutbox()
        alice.deadlineReached(at: start + .seconds(32))
        alice.receive(forgedFirst(2), from: bob.id, at: start + .seconds(81))
        #expect(alice.takeOutbox().isEmpty && alice.refusals == [.outOfTurn])
        alice.receive(forgedFirst(3), from: bob.id, at: start + .seconds(82))
        #expect(alice.takeOutbox().map(\.count) == [96])
    }

    @Test func afterThatAPeerWhoseSessionIsDeadIsStillAnswered() throws {
        var (alice, bob) = try connected()
        alice.receive(forgedFirst(1), from: bob.id, at: start + .seconds(2))
        alice.deadlineReached(at: start + .seconds(22))
        _ = alice.takeOutbox()
        alice.deadlineReached(at: start + .seconds(32))
        bob.restart()
        bob.connect(to: alice.id, at: start + .seconds(40))
        settle(&alice, &bob, at: start + .seconds(40))
        try exchange(&alice, &bob, at: start + .seconds(40))
    }

    @Test func manyForgedHandshakesEndInOneThatConverges() throws {
        var (alice, bob) = try connected()
        for second in 2..<20 {
            alice.receive(forgedFirst(UInt8(second)), from: bob.id, at: start + .seconds(second))
        }
        _ = alice.takeOutbox()
        try exchange(&alice, &bob, at: start + .seconds(20))
        while let deadline = alice.sessions.nextDeadline, deadline < start + .seconds(40), alice.outbox.isEmpty {
            alice.deadlineReached(at: deadline)
        }
        #expect(alice.outbox.map(\.message.count) == [32])
        #expect(alice.sessions.state(of: bob.id) == .renewing)
        try exchange(&alice, &bob, at: start + .seconds(40))
    }

    @Test func aForgedHandshakeDoesNotTakeThePlaceOfAGenuineOne() throws {
        var (alice, bob) = try connected()
        bob.restart()
        bob.connect(to: alice.id, at: start + .seconds(5))
        alice.receive(bob.takeOutbox()[0], from: bob.id, at: start + .seconds(5))
        let answer = alice.takeOutbox()[0]
        for number in UInt8(1)...3 {
            alice.receive(forgedFirst(number), from: bob.id, at: start + .seconds(5))
        }
        bob.receive(answer, from: alice.id, at: start + .seconds(5))
        alice.receive(bob.takeOutbox()[0], from: bob.id, at: start + .seconds(5))
        #expect(alice.opened.count == 2)
        try exchange(&alice, &bob, at: start + .seconds(5))
    }

    @Test func aForgedFirstMessageDoesNotEndOurOwnHandshake() throws {
        var (lower, higher) = NoiseNode.pair()
        higher.connect(to: lower.id, at: start)
        higher.receive(forgedFirst(1), from: lower.id, at: start)
        let sent = higher.takeOutbox()
        #expect(sent.map(\.count) == [32, 96])
        lower.receive(sent[0], from: higher.id, at: start)
        settle(&lower, &higher, at: start)
        try exchange(&lower, &higher, at: start)
    }

    /// One begins, and before the last message comes the other begins too, because ciphertext came first.
    @Test(arguments: [true, false], [true, false])
    func bothChooseTheSameOfTwoHandshakesThatComplete(lowerBegins: Bool, lastOfTheFirstIsLate: Bool) throws {
        let pair = NoiseNode.pair()
        var (one, two) = lowerBegins ? pair : (pair.higher, pair.lower)
        one.connect(to: two.id, at: start)
        two.receive(one.takeOutbox()[0], from: one.id, at: start + .milliseconds(100))
        one.receive(two.takeOutbox()[0], from: two.id, at: start + .milliseconds(200))
        let last = one.takeOutbox()[0]
        let early = try one.seal([1], to: two.id, at: start + .milliseconds(200))
        #expect(throws: NoiseError.held) { try two.open(early, from: one.id, at: start + .milliseconds(250)) }
        two.deadlineReached(at: start + .milliseconds(1250))
        let begun = two.takeOutbox()[0]
        one.receive(begun, from: two.id, at: start + .milliseconds(1350))
        let answer = one.takeOutbox()[0]
        if !lastOfTheFirstIsLate { two.receive(last, from: one.id, at: start + .milliseconds(1400)) }
        two.receive(answer, from: one.id, at: start + .milliseconds(1450))
        if lastOfTheFirstIsLate { two.receive(last, from: one.id, at: start + .milliseconds(1500)) }
        one.receive(two.takeOutbox()[0], from: two.id, at: start + .milliseconds(1550))
        let sessions = (one.sessions.session(with: two.id), two.sessions.session(with: one.id))
        #expect(sessions.0 != nil && sessions.0?.handshakeHash == sessions.1?.handshakeHash)
        // What was said in the one before is not lost.
        #expect(two.overtaking.map(\.plaintext) == [[1]] && two.refusals.isEmpty)
        try exchange(&one, &two, at: start + .milliseconds(1600))
    }

    @Test func twoWhoHoldDifferentSessionsFindTogether() throws {
        var (alice, bob) = try connected()
        var other = alice
        other.close(bob.id)
        bob.restart()
        other.connect(to: bob.id, at: start + .seconds(1))
        settle(&other, &bob, at: start + .seconds(1))
        // Now Bob's session is not the one that Alice has; her counters are ahead of his.
        for _ in 0..<5 { _ = try bob.seal([0], to: alice.id, at: start + .seconds(2)) }
        let message = try bob.seal([1], to: alice.id, at: start + .seconds(2))
        // Another handshake, so that she does not draw what her twin drew.
        alice.connect(to: PeerID(rawValue: 1), at: start + .seconds(2))
        _ = alice.takeOutbox()
        #expect(throws: NoiseError.authenticationFailed) {
            try alice.open(message, from: bob.id, at: start + .milliseconds(2900))
        }
        alice.deadlineReached(at: start + .milliseconds(2900))
        #expect(alice.outbox.isEmpty)
        #expect(throws: NoiseError.authenticationFailed) {
            try alice.open(message, from: bob.id, at: start + .seconds(3))
        }
        alice.deadlineReached(at: start + .seconds(3))
        #expect(alice.outbox.map(\.message.count) == [32])
        settle(&alice, &bob, at: start + .seconds(3))
        try exchange(&alice, &bob, at: start + .seconds(3))
    }

    @Test func messagesOfTheSessionBeforeAreOpenedForAWhile() throws {
        var (alice, bob) = try connected()
        let onTheWay = try bob.seal([1], to: alice.id, at: start)
        let tooLate = try bob.seal([2], to: alice.id, at: start)
        renew(&bob, &alice, at: start + .seconds(1))
        #expect(try alice.open(onTheWay, from: bob.id, at: start + .seconds(2)) == [1])
        #expect(throws: NoiseError.replayed) { try alice.open(onTheWay, from: bob.id, at: start + .seconds(2)) }
        alice.deadlineReached(at: start + .seconds(21))
        #expect(throws: NoiseError.authenticationFailed) {
            try alice.open(tooLate, from: bob.id, at: start + .seconds(21))
        }
        try exchange(&alice, &bob, at: start + .seconds(21))
    }

    @Test func aReplayedHandshakeChangesNothing() throws {
        var (alice, bob) = NoiseNode.pair()
        alice.connect(to: bob.id, at: start)
        let first = alice.takeOutbox()[0]
        bob.receive(first, from: alice.id, at: start)
        alice.receive(bob.takeOutbox()[0], from: bob.id, at: start)
        let third = alice.takeOutbox()[0]
        bob.receive(third, from: alice.id, at: start)
        let message = try alice.seal([1], to: bob.id, at: start)
        #expect(try bob.open(message, from: alice.id, at: start) == [1])
        renew(&alice, &bob, at: start + .seconds(2))
        bob.receive(first, from: alice.id, at: start + .seconds(40))
        bob.receive(third, from: alice.id, at: start + .seconds(40))
        #expect(bob.opened.count == 2 && bob.refusals == [.authenticationFailed])
        #expect(throws: NoiseError.self) { try bob.open(message, from: alice.id, at: start + .seconds(40)) }
        try exchange(&alice, &bob, at: start + .seconds(40))
    }

    @Test func anOldSessionIsRenewedThenClosed() throws {
        var (alice, bob) = try connected()
        let opened = start - .at(.zero)
        advance(&alice, to: .at(opened + .seconds(77_759)))
        #expect(alice.takeOutbox().isEmpty)
        advance(&alice, to: .at(opened + .seconds(77_760)))
        #expect(alice.outbox.map(\.message.count) == [32])
        advance(&alice, to: .at(opened + .seconds(86_399)))
        #expect(alice.outbox.count > 20 && alice.closed.isEmpty)
        try exchange(&alice, &bob, at: .at(opened + .seconds(86_399)))
        advance(&alice, to: .at(opened + .seconds(86_400)))
        #expect(alice.closed == [bob.id] && alice.sessions.session(with: bob.id) == nil)
        #expect(throws: NoiseError.noSession) { try alice.seal([1], to: bob.id, at: .at(.seconds(86_500))) }
    }

    @Test func aLongSessionIsRenewedAndEndsWhereItMust() throws {
        var limits = NoiseSessions.Limits()
        limits.messages = 100
        var (alice, bob) = NoiseNode.pair(limits: limits)
        alice.connect(to: bob.id, at: start)
        settle(&alice, &bob, at: start)
        for _ in 0..<90 { _ = try alice.seal([1], to: bob.id, at: start) }
        #expect(alice.sessions.nextDeadline.map { $0 > start } == true)
        _ = try alice.seal([1], to: bob.id, at: start)
        #expect(alice.sessions.nextDeadline == start)
        alice.deadlineReached(at: start)
        #expect(alice.outbox.map(\.message.count) == [32])
        for _ in 0..<9 { _ = try alice.seal([1], to: bob.id, at: start) }
        #expect(throws: NoiseError.exhausted) { try alice.seal([1], to: bob.id, at: start) }
        settle(&alice, &bob, at: start)
        try exchange(&alice, &bob, at: start)
    }

    private func connected() throws -> (NoiseNode, NoiseNode) {
        var (alice, bob) = NoiseNode.pair()
        alice.connect(to: bob.id, at: start)
        settle(&alice, &bob, at: start)
        try exchange(&alice, &bob, at: start)
        return (alice, bob)
    }

    /// A handshake that `left` begins because it lost its session.
    private func renew(_ left: inout NoiseNode, _ right: inout NoiseNode, at now: Instant) {
        left.close(right.id)
        left.connect(to: right.id, at: now)
        settle(&left, &right, at: now)
    }

    /// A first message from somebody who has no session with anybody.
    private func forgedFirst(_ number: UInt8) -> [UInt8] {
        var random = SeededGenerator(seed: 1000 + UInt64(number))
        return X25519.PrivateKey(using: &random).publicKey.bytes
    }

    private func advance(_ node: inout NoiseNode, to end: Instant) {
        while let deadline = node.sessions.nextDeadline, deadline <= end { node.deadlineReached(at: deadline) }
    }
}

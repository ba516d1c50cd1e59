import PTTCrypto
import PTTTestSupport
import PTTWire
import Testing

@testable import PTTMesh

/// Ciphertext that comes before the handshake message that makes its session (bitchat wire §4.8).
@Suite struct NoiseSessionsOvertakingTests {
    private let start = Instant.at(.seconds(1))

    @Test func itIsHeldAndOpenedInOrder() throws {
        var (alice, bob, third) = almostConnected()
        for number in UInt8(1)...3 {
            let message = try alice.seal([number], to: bob.id, at: start)
            let sent = Timestamp(milliseconds: UInt64(number))
            #expect(throws: NoiseError.held) {
                try bob.open(message, from: alice.id, sent: sent, at: start + .milliseconds(Int(number)))
            }
        }
        bob.receive(third, from: alice.id, at: start + .milliseconds(20))
        #expect(bob.overtaking.map(\.plaintext) == [[1], [2], [3]])
        #expect(bob.overtaking.map(\.sent.milliseconds) == [1, 2, 3])
        #expect(bob.overtaking.map(\.arrived) == [1, 2, 3].map { start + .milliseconds($0) })
        #expect(bob.overtaking.allSatisfy { $0.sender == alice.id })
        try exchange(&alice, &bob, at: start + .milliseconds(20))
    }

    @Test func itIsHeldOverAStandingSessionToo() throws {
        var (alice, bob, third) = almostConnected()
        bob.receive(third, from: alice.id, at: start)
        for _ in 0..<50 { try exchange(&alice, &bob, at: start) }
        alice.restart()
        alice.connect(to: bob.id, at: start + .seconds(2))
        bob.receive(alice.takeOutbox()[0], from: alice.id, at: start + .seconds(2))
        alice.receive(bob.takeOutbox()[0], from: bob.id, at: start + .seconds(2))
        let message = try alice.seal([9], to: bob.id, at: start + .seconds(2))
        #expect(throws: NoiseError.held) { try bob.open(message, from: alice.id, at: start + .seconds(2)) }
        bob.receive(alice.takeOutbox()[0], from: alice.id, at: start + .seconds(2))
        #expect(bob.overtaking.map(\.plaintext) == [[9]])
    }

    @Test func noMoreIsHeldThanThereIsRoomFor() throws {
        var (alice, bob, third) = almostConnected()
        for number in UInt8(0)..<4 {
            let message = try alice.seal([number], to: bob.id, at: start)
            #expect(throws: NoiseError.held) { try bob.open(message, from: alice.id, at: start) }
        }
        let fifth = try alice.seal([4], to: bob.id, at: start)
        #expect(throws: NoiseError.noSession) { try bob.open(fifth, from: alice.id, at: start) }
        bob.receive(third, from: alice.id, at: start)
        #expect(bob.overtaking.map(\.plaintext) == [[0], [1], [2], [3]])
        #expect(try bob.open(fifth, from: alice.id, at: start) == [4])
        #expect(bob.sessions.heldCount == 0)
    }

    @Test func whatWaitedTooLongGivesWay() throws {
        var (alice, bob, third) = almostConnected()
        for _ in 0..<4 {
            #expect(throws: NoiseError.held) {
                try bob.open(.init(repeating: 7, count: 60), from: alice.id, at: start)
            }
        }
        let genuine = try alice.seal([1], to: bob.id, at: start)
        #expect(throws: NoiseError.held) { try bob.open(genuine, from: alice.id, at: start + .seconds(1)) }
        bob.receive(third, from: alice.id, at: start + .seconds(1))
        #expect(bob.overtaking.map(\.plaintext) == [[1]])
        #expect(bob.refusals == [.authenticationFailed, .authenticationFailed, .authenticationFailed])
        #expect(bob.sessions.heldCount == 0)
    }

    @Test func inThatCaseTheLastMessageIsStillTakenIfItComes() throws {
        var (alice, bob, third) = almostConnected()
        let message = try alice.seal([1], to: bob.id, at: start)
        #expect(throws: NoiseError.held) { try bob.open(message, from: alice.id, at: start) }
        bob.deadlineReached(at: start + .seconds(1))
        bob.receive(third, from: alice.id, at: start + .milliseconds(1500))
        #expect(bob.overtaking.map(\.plaintext) == [[1]])
        settle(&alice, &bob, at: start + .milliseconds(1500))
        try exchange(&alice, &bob, at: start + .milliseconds(1500))
    }

    @Test func longMessagesAreNotHeld() throws {
        var (alice, bob, _) = almostConnected()
        let long = try alice.seal(.init(repeating: 0, count: 2029), to: bob.id, at: start)
        #expect(throws: NoiseError.noSession) { try bob.open(long, from: alice.id, at: start) }
        #expect(throws: NoiseError.noSession) {
            try bob.open(.init(repeating: 0, count: 19), from: alice.id, at: start)
        }
        #expect(bob.sessions.heldCount == 0)
    }

    @Test func allPeersTogetherHaveALimit() throws {
        var bob = NoiseNode(seed: 1)
        var held = 0
        for seed in UInt64(100)..<120 {
            var peer = NoiseNode(seed: seed)
            let third = begin(&peer, with: &bob)
            #expect(third.count == 64)
            for _ in 0..<4 {
                let message = try peer.seal([1], to: bob.id, at: start)
                do {
                    _ = try bob.open(message, from: peer.id, at: start)
                } catch {
                    held += error == .held ? 1 : 0
                }
            }
        }
        #expect(held == 32 && bob.sessions.heldCount == 32)
        while let deadline = bob.sessions.nextDeadline, deadline < start + .seconds(60) {
            bob.deadlineReached(at: deadline)
        }
        #expect(bob.sessions.heldCount == 0)
    }

    @Test func whenTheLastMessageIsLostTheOneWhoWaitsBeginsAnew() throws {
        var (alice, bob, _) = almostConnected()
        let message = try alice.seal([1], to: bob.id, at: start + .milliseconds(50))
        #expect(throws: NoiseError.held) { try bob.open(message, from: alice.id, at: start + .milliseconds(50)) }
        #expect(bob.sessions.nextDeadline == start + .milliseconds(1050))
        bob.deadlineReached(at: start + .milliseconds(1050))
        #expect(bob.outbox.map(\.message.count) == [32])
        settle(&alice, &bob, at: start + .milliseconds(1050))
        try exchange(&alice, &bob, at: start + .milliseconds(1100))
    }

    @Test func whenTheLastMessageIsLostAndNothingIsSaidTheOneWhoSentItBeginsAnewOnce() throws {
        var (alice, bob, _) = almostConnected()
        alice.deadlineReached(at: start + .seconds(3))
        #expect(alice.outbox.map(\.message.count) == [32])
        settle(&alice, &bob, at: start + .seconds(3))
        try exchange(&alice, &bob, at: start + .seconds(3))
        alice.deadlineReached(at: start + .seconds(6))
        #expect(alice.outbox.isEmpty)
    }

    /// Alice has her session, Bob lacks the message that would make his.
    private func almostConnected() -> (NoiseNode, NoiseNode, third: [UInt8]) {
        var (alice, bob) = NoiseNode.pair()
        let third = begin(&alice, with: &bob)
        return (alice, bob, third)
    }

    private func begin(_ peer: inout NoiseNode, with bob: inout NoiseNode) -> [UInt8] {
        peer.connect(to: bob.id, at: start)
        bob.receive(peer.takeOutbox()[0], from: peer.id, at: start)
        peer.receive(bob.takeOutbox()[0], from: bob.id, at: start)
        return peer.takeOutbox()[0]
    }
}

import PTTCrypto
import PTTTestSupport
import PTTWire
import Testing

@testable import PTTMesh

/// Wrong keys, floods and full tables.
@Suite struct NoiseSessionsDefenceTests {
    private let start = Instant.at(.seconds(1))

    @Test func anAnswerUnderAnotherKeyIsRefusedAndTheRightOneStillTaken() throws {
        var (alice, bob) = NoiseNode.pair()
        var mallory = NoiseNode(seed: 77)
        alice.connect(to: bob.id, at: start)
        let first = alice.takeOutbox()[0]
        mallory.receive(first, from: alice.id, at: start)
        alice.receive(mallory.takeOutbox()[0], from: bob.id, at: start)
        #expect(alice.refusals == [.wrongIdentity] && alice.takeOutbox().isEmpty)
        bob.receive(first, from: alice.id, at: start)
        alice.receive(bob.takeOutbox()[0], from: bob.id, at: start)
        settle(&alice, &bob, at: start)
        try exchange(&alice, &bob, at: start)
    }

    @Test func wrongKeysAloneFailTheWishWithoutAnotherAttempt() {
        var alice = NoiseNode(seed: 1)
        let bob = NoiseNode(seed: 2)
        var mallory = NoiseNode(seed: 77)
        alice.connect(to: bob.id, at: start)
        mallory.receive(alice.takeOutbox()[0], from: alice.id, at: start)
        alice.receive(mallory.takeOutbox()[0], from: bob.id, at: start)
        alice.deadlineReached(at: start + .seconds(10))
        #expect(alice.failures == [.wrongIdentity] && alice.takeOutbox().isEmpty)
    }

    @Test func anInitiatorUnderAnotherKeyGetsNoSession() throws {
        var (alice, bob) = NoiseNode.pair()
        var mallory = NoiseNode(seed: 77)
        mallory.connect(to: bob.id, at: start)
        bob.receive(mallory.takeOutbox()[0], from: alice.id, at: start)
        mallory.receive(bob.takeOutbox()[0], from: bob.id, at: start)
        bob.receive(mallory.takeOutbox()[0], from: alice.id, at: start)
        #expect(bob.opened.isEmpty && bob.refusals == [.wrongIdentity])
        #expect(bob.sessions.session(with: alice.id) == nil)
        alice.connect(to: bob.id, at: start)
        settle(&alice, &bob, at: start)
        try exchange(&alice, &bob, at: start)
    }

    @Test func aKeyOtherThanThePinnedOneIsRefused() {
        var (alice, bob) = NoiseNode.pair()
        alice.connect(to: bob.id, at: start)
        bob.receive(alice.takeOutbox()[0], from: alice.id, at: start)
        let second = bob.takeOutbox()[0]
        alice.receive(second, from: bob.id, pinned: X25519.PrivateKey().publicKey, at: start)
        #expect(alice.refusals == [.wrongIdentity] && alice.opened.isEmpty)
        alice.receive(second, from: bob.id, pinned: bob.key.publicKey, at: start)
        #expect(alice.opened == [bob.id])
    }

    @Test func handshakesOfOnePeerAreRationed() {
        var bob = NoiseNode(seed: 1)
        let alice = NoiseNode(seed: 2)
        for number in 0..<12 { bob.receive(someFirst(number), from: alice.id, at: start) }
        #expect(bob.takeOutbox().count == 10 && bob.refusals == [.rateLimited, .rateLimited])
        bob.receive(someFirst(20), from: alice.id, at: start + .seconds(5))
        #expect(bob.takeOutbox().isEmpty)
        bob.receive(someFirst(21), from: alice.id, at: start + .seconds(6))
        #expect(bob.takeOutbox().count == 1)
    }

    @Test func strangersTogetherAreRationedAndFriendsAreNotHeldUp() throws {
        var (alice, bob) = NoiseNode.pair()
        alice.connect(to: bob.id, at: start)
        settle(&alice, &bob, at: start)
        for number in 0..<200 {
            bob.receive(someFirst(number), from: PeerID(rawValue: UInt64(number)), at: start + .seconds(1))
        }
        #expect(bob.takeOutbox().count == 29)
        #expect(bob.sessions.conversations.count == 30)
        alice.restart()
        alice.connect(to: bob.id, at: start + .seconds(2))
        settle(&alice, &bob, at: start + .seconds(2))
        try exchange(&alice, &bob, at: start + .seconds(2))
    }

    @Test func ourOwnHandshakesAreRationedToo() {
        var alice = NoiseNode(seed: 1)
        for number in 0..<31 { alice.connect(to: PeerID(rawValue: UInt64(number)), at: start) }
        #expect(alice.takeOutbox().count == 30 && alice.failures == [.rateLimited])
    }

    @Test func forgedAnswersCostABoundedNumberOfAgreements() throws {
        var (alice, bob) = NoiseNode.pair()
        alice.connect(to: bob.id, at: start)
        let first = alice.takeOutbox()[0]
        for number in 0..<40 {
            alice.receive(someFirst(number) + .init(repeating: 1, count: 64), from: bob.id, at: start)
        }
        #expect(alice.refusals.filter { $0 == .authenticationFailed }.count == 32)
        #expect(alice.refusals.filter { $0 == .rateLimited }.count == 8)
        bob.receive(first, from: alice.id, at: start)
        let second = bob.takeOutbox()[0]
        for _ in 0..<40 { bob.receive(.init(repeating: 1, count: 64), from: alice.id, at: start) }
        #expect(bob.refusals.filter { $0 == .authenticationFailed }.count == 32)
        #expect(second.count == 96)
    }

    @Test func oneFloodingPeerIsCutOffAndTheOthersAreNot() throws {
        var bob = NoiseNode(seed: 1)
        var (loud, quiet) = (NoiseNode(seed: 2), NoiseNode(seed: 3))
        loud.connect(to: bob.id, at: start)
        settle(&loud, &bob, at: start)
        quiet.connect(to: bob.id, at: start)
        settle(&quiet, &bob, at: start)
        var taken = 0
        for _ in 0..<1000 {
            let message = try loud.seal([1], to: bob.id, at: start)
            do {
                taken += try bob.open(message, from: loud.id, at: start).count
            } catch {
                #expect(error == .rateLimited)
            }
        }
        #expect(taken == 400)
        try exchange(&quiet, &bob, at: start)
        #expect(throws: NoiseError.rateLimited) {
            try bob.open(loud.seal([1], to: bob.id, at: start), from: loud.id, at: start)
        }
        try exchange(&loud, &bob, at: start + .seconds(1))
    }

    @Test func forgeriesInAPeersNameDoNotMuteIt() throws {
        var (alice, bob) = NoiseNode.pair()
        alice.connect(to: bob.id, at: start)
        settle(&alice, &bob, at: start)
        for number in 0..<1900 {
            var forged = [UInt8](repeating: 3, count: 60)
            forged[3] = UInt8(truncatingIfNeeded: number)
            #expect(throws: NoiseError.authenticationFailed) { try bob.open(forged, from: alice.id, at: start) }
        }
        try exchange(&alice, &bob, at: start)
    }

    @Test func forgeriesBeyondAllMeasureWaitForTheNextSecond() throws {
        var (alice, bob) = NoiseNode.pair()
        alice.connect(to: bob.id, at: start)
        settle(&alice, &bob, at: start)
        let forged = [UInt8](repeating: 3, count: 60)
        for _ in 0..<2000 { _ = try? bob.open(forged, from: alice.id, at: start) }
        #expect(throws: NoiseError.rateLimited) { try bob.open(forged, from: alice.id, at: start) }
        try exchange(&alice, &bob, at: start + .milliseconds(10))
    }

    @Test func theTableHasALimitAndKeepsWhatIsInUse() throws {
        var limits = NoiseSessions.Limits()
        limits.peers = 4
        var bob = NoiseNode(seed: 1, limits: limits)
        var friends = (2..<6).map { NoiseNode(seed: $0) }
        for index in friends.indices {
            friends[index].connect(to: bob.id, at: start)
            settle(&friends[index], &bob, at: start)
        }
        var stranger = NoiseNode(seed: 50)
        stranger.connect(to: bob.id, at: start + .seconds(10))
        let first = stranger.takeOutbox()[0]
        bob.receive(first, from: stranger.id, at: start + .seconds(10))
        #expect(bob.refusals == [.tableFull] && bob.sessions.conversations.count == 4)
        bob.connect(to: PeerID(rawValue: 7), at: start + .seconds(10))
        #expect(bob.failures == [.rateLimited])
        for index in friends.indices.dropFirst() {
            try exchange(&friends[index], &bob, at: start + .seconds(50))
        }
        bob.receive(first, from: stranger.id, at: start + .seconds(61))
        settle(&stranger, &bob, at: start + .seconds(61))
        #expect(bob.sessions.conversations.count == 4)
        #expect(bob.sessions.state(of: friends[0].id) == .none && bob.sessions.state(of: stranger.id) == .open)
        for index in friends.indices.dropFirst() {
            try exchange(&friends[index], &bob, at: start + .seconds(61))
        }
    }

    @Test func aPeerWithNothingIsForgottenAfterAMinute() {
        var bob = NoiseNode(seed: 1)
        let alice = NoiseNode(seed: 2)
        bob.receive(someFirst(1), from: alice.id, at: start)
        #expect(bob.sessions.conversations.count == 1)
        while let deadline = bob.sessions.nextDeadline { bob.deadlineReached(at: deadline) }
        #expect(bob.sessions.conversations.isEmpty && bob.failures.isEmpty)
    }

    private func someFirst(_ number: Int) -> [UInt8] {
        var random = SeededGenerator(seed: 5000 + UInt64(number))
        return X25519.PrivateKey(using: &random).publicKey.bytes
    }
}

@Suite struct TokenBucketTests {
    @Test func letsABurstThroughThenOneEachInterval() {
        var bucket = TokenBucket(10, per: .seconds(60))
        #expect(taken(12, of: &bucket, at: .at(.zero)) == 10)
        #expect(taken(1, of: &bucket, at: .at(.milliseconds(5999))) == 0)
        #expect(taken(2, of: &bucket, at: .at(.seconds(6))) == 1)
        #expect(taken(12, of: &bucket, at: .at(.seconds(6000))) == 10)
    }

    @Test func survivesClocksThatStandGoBackOrJump() {
        var bucket = TokenBucket(2, per: .seconds(1))
        #expect(taken(1, of: &bucket, at: .at(.seconds(5))) == 1)
        #expect(taken(2, of: &bucket, at: .at(.seconds(1))) == 1)
        #expect(taken(1, of: &bucket, at: .at(.seconds(5))) == 0)
        #expect(taken(3, of: &bucket, at: Instant(nanoseconds: .max)) == 2)
        #expect(taken(1, of: &bucket, at: Instant(nanoseconds: .min)) == 0)
    }

    @Test func aFirstReadingInTheFarPastIsNoTrouble() {
        var bucket = TokenBucket(2, per: .seconds(1))
        #expect(taken(3, of: &bucket, at: Instant(nanoseconds: .min)) == 2)
        #expect(taken(3, of: &bucket, at: Instant(nanoseconds: .max)) == 2)
    }

    private func taken(_ count: Int, of bucket: inout TokenBucket, at now: Instant) -> Int {
        var taken = 0
        for _ in 0..<count where bucket.takesToken(at: now) { taken += 1 }
        return taken
    }
}

import PTTCrypto
import PTTTestSupport
import PTTWire
import Testing

@testable import PTTMesh

/// Both begin at once (bitchat wire §4.4).
@Suite struct NoiseSessionsCrossingTests {
    private let start = Instant.at(.seconds(1))

    @Test func theLowerIDGoesOnAndTheHigherAnswers() throws {
        var (lower, higher) = NoiseNode.pair()
        lower.connect(to: higher.id, at: start)
        higher.connect(to: lower.id, at: start)
        let (fromLower, fromHigher) = (lower.takeOutbox()[0], higher.takeOutbox()[0])
        lower.receive(fromHigher, from: higher.id, at: start)
        #expect(lower.takeOutbox().isEmpty)
        higher.receive(fromLower, from: lower.id, at: start)
        let answer = higher.takeOutbox()
        #expect(answer.map(\.count) == [96])
        lower.receive(answer[0], from: higher.id, at: start)
        settle(&lower, &higher, at: start)
        #expect(lower.opened == [higher.id] && higher.opened == [lower.id])
        #expect(lower.refusals.isEmpty && higher.refusals.isEmpty)
        try exchange(&lower, &higher, at: start)
    }

    @Test func theHigherStillWantsItsSessionWhenTheLowerFallsSilent() {
        var (lower, higher) = NoiseNode.pair()
        higher.connect(to: lower.id, at: .at(.zero))
        lower.connect(to: higher.id, at: .at(.zero))
        higher.receive(lower.takeOutbox()[0], from: lower.id, at: .at(.zero))
        _ = higher.takeOutbox()
        var firsts: [Duration] = []
        while let deadline = higher.sessions.nextDeadline, deadline < .at(.seconds(600)) {
            higher.deadlineReached(at: deadline)
            firsts += higher.takeOutbox().map { _ in deadline - .at(.zero) }
        }
        #expect(firsts.first == .seconds(20))
        #expect(higher.failures == [.timedOut])
    }

    @Test func aLostFirstMessageOfTheLowerGoesAgainSoon() throws {
        var (lower, higher) = NoiseNode.pair()
        lower.connect(to: higher.id, at: start)
        let lost = lower.takeOutbox()
        higher.connect(to: lower.id, at: start + .milliseconds(100))
        lower.receive(higher.takeOutbox()[0], from: higher.id, at: start + .milliseconds(150))
        #expect(lower.takeOutbox().isEmpty)
        lower.deadlineReached(at: start + .milliseconds(1150))
        #expect(lower.outbox.map(\.message) == lost)
        settle(&lower, &higher, at: start + .milliseconds(1150))
        try exchange(&lower, &higher, at: start + .seconds(2))
    }

    @Test func aFirstMessageThatCrossedAndCameLateIsDropped() throws {
        var (lower, higher) = NoiseNode.pair()
        let late = crossing(&lower, &higher)
        try exchange(&lower, &higher, at: start)
        lower.receive(late, from: higher.id, at: start + .milliseconds(900))
        #expect(lower.takeOutbox().isEmpty && lower.sessions.state(of: higher.id) == .open)
        lower.deadlineReached(at: start + .seconds(1))
        lower.deadlineReached(at: start + .seconds(2))
        #expect(lower.takeOutbox().isEmpty && lower.sessions.state(of: higher.id) == .open)
        #expect(lower.refusals.isEmpty)
        try exchange(&lower, &higher, at: start + .seconds(2))
    }

    @Test func aFirstMessageThatSeemedToCrossIsAnsweredWhenTheSessionIsDead() throws {
        var (lower, higher) = NoiseNode.pair()
        _ = crossing(&lower, &higher)
        higher.restart()
        higher.connect(to: lower.id, at: start + .milliseconds(300))
        lower.receive(higher.takeOutbox()[0], from: higher.id, at: start + .milliseconds(500))
        #expect(lower.takeOutbox().isEmpty)
        lower.deadlineReached(at: start + .seconds(1))
        settle(&lower, &higher, at: start + .seconds(1))
        try exchange(&lower, &higher, at: start + .seconds(1))
    }

    @Test func oneSecondLaterAFirstMessageIsWhatItSays() {
        var (lower, higher) = NoiseNode.pair()
        let late = crossing(&lower, &higher)
        lower.receive(late, from: higher.id, at: start + .seconds(1))
        #expect(lower.takeOutbox().map(\.count) == [96])
        #expect(lower.sessions.state(of: higher.id) == .renewing)
    }

    /// Both begin, the lower one completes, and the message of the higher one is still on its way.
    private func crossing(_ lower: inout NoiseNode, _ higher: inout NoiseNode) -> [UInt8] {
        lower.connect(to: higher.id, at: start)
        higher.connect(to: lower.id, at: start)
        let late = higher.takeOutbox()[0]
        settle(&lower, &higher, at: start)
        return late
    }
}

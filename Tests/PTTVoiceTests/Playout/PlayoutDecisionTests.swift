import Testing

@testable import PTTVoice

struct PlayoutDecisionTests {
    private static let policy = PlayoutPolicy(idleTimeout: 48_000, maximumDelay: 8000)

    /// A frame of 20 ms is due, on time, in the middle of a burst.
    private func facts(_ change: (inout PlayoutFacts) -> Void = { _ in }) -> PlayoutFacts {
        var facts = PlayoutFacts(
            phase: .playing, isFrameHere: true, isLaterFrameHere: true, isAtEnd: false, isEnded: false, delay: 640,
            target: 640, frameLength: 320, isLossy: false, held: 0, concealed: 0, idle: 0)
        change(&facts)
        return facts
    }

    private func operation(_ change: (inout PlayoutFacts) -> Void) -> PlayoutOperation {
        Self.policy.operation(facts(change))
    }

    @Test func aFrameThatIsHereIsPlayed() {
        #expect(operation { _ in } == .play)
        #expect(operation { $0.isLossy = true } == .play)
    }

    @Test func soundIsCollectedUntilTheTargetDelayIsReachedOrTheTalkerHasEnded() {
        #expect(operation { ($0.phase, $0.delay) = (.buffering, 639) } == .silence)
        #expect(operation { ($0.phase, $0.delay) = (.buffering, 640) } == .play)
        #expect(operation { ($0.phase, $0.delay, $0.isEnded) = (.buffering, 0, true) } == .play)
        #expect(operation { ($0.phase, $0.isFrameHere) = (.buffering, false) } == .skip)
    }

    @Test func aMissingFrameIsConcealedWhereALaterOneIsHereAndTheDelayIsFull() {
        #expect(operation { $0.isFrameHere = false } == .conceal)
        #expect(operation { ($0.isFrameHere, $0.delay) = (false, 300) } == .hold)
        #expect(operation { ($0.isFrameHere, $0.delay, $0.held) = (false, 300, PlayoutPolicy.holdLimit) } == .conceal)
    }

    @Test func aMissingFrameWhoseTimeWasFilledIsLeftOut() {
        #expect(operation { ($0.isFrameHere, $0.held, $0.delay) = (false, 320, 960) } == .skip)
    }

    @Test func whereNothingIsHereTheVoiceIsHeldAndThenBufferedAnew() {
        func dry(held: Int, isEnded: Bool = false) -> PlayoutOperation {
            operation { ($0.isFrameHere, $0.isLaterFrameHere, $0.held, $0.isEnded) = (false, false, held, isEnded) }
        }
        #expect(dry(held: 0) == .hold)
        #expect(dry(held: PlayoutPolicy.holdLimit) == .rebuffer)
        #expect(dry(held: 0, isEnded: true) == .hold)
        #expect(dry(held: PlayoutPolicy.endHoldLimit, isEnded: true) == .finish)
    }

    @Test func onALossyPathAMissingFrameIsTakenForLostAtOnceButNotForEver() {
        func lossy(concealed: Int) -> PlayoutOperation {
            operation {
                ($0.isFrameHere, $0.isLaterFrameHere, $0.isLossy, $0.concealed) = (false, false, true, concealed)
            }
        }
        #expect(lossy(concealed: 0) == .conceal)
        #expect(lossy(concealed: PlayoutPolicy.concealable) == .hold)
    }

    @Test func aDelayThatIsShortGrowsWhileSoundIsFilledInAnyway() {
        #expect(operation { ($0.held, $0.delay) = (160, 500) } == .hold)
        #expect(operation { ($0.held, $0.delay) = (PlayoutPolicy.growth, 500) } == .play)
        #expect(operation { ($0.held, $0.delay, $0.isEnded) = (160, 500, true) } == .play)
    }

    @Test func aLateFrameWhoseTimeWasFilledIsLeftOutUnlessItWouldSwallowASyllable() {
        #expect(operation { ($0.held, $0.delay) = (400, 960) } == .skip)
        #expect(operation { ($0.held, $0.delay) = (PlayoutPolicy.replaceable + 1, 1600) } == .play)
    }

    @Test func theEndEndsAndABurstWithoutEndIsOverWhenNothingCame() {
        #expect(operation { $0.isAtEnd = true } == .finish)
        func waiting(idle: Int, isEnded: Bool) -> PlayoutOperation {
            operation {
                ($0.phase, $0.isFrameHere, $0.isLaterFrameHere) = (.buffering, false, false)
                ($0.idle, $0.isEnded) = (idle, isEnded)
            }
        }
        #expect(waiting(idle: 47_999, isEnded: false) == .silence)
        #expect(waiting(idle: 48_000, isEnded: false) == .finish)
        #expect(waiting(idle: 7999, isEnded: true) == .silence)
        #expect(waiting(idle: 8000, isEnded: true) == .finish)
    }

    @Test func theFixedRulesStartOnceAndNeverAdapt() {
        let policy = FixedPolicy(start: 5600, deadline: 8000, idleTimeout: 48_000)
        func operation(buffered: Int, waited: Int, _ change: (inout PlayoutFacts) -> Void) -> PlayoutOperation {
            policy.operation(facts(change), buffered: buffered, waited: waited)
        }
        #expect(operation(buffered: 5599, waited: 0) { $0.phase = .buffering } == .silence)
        #expect(operation(buffered: 5600, waited: 0) { $0.phase = .buffering } == .play)
        #expect(operation(buffered: 320, waited: 8000) { $0.phase = .buffering } == .play)
        #expect(operation(buffered: 320, waited: 0) { ($0.phase, $0.isEnded) = (.buffering, true) } == .play)
        #expect(operation(buffered: 0, waited: 9000) { $0.phase = .buffering } == .silence)
        #expect(operation(buffered: 0, waited: 0) { ($0.isFrameHere, $0.delay) = (false, 0) } == .conceal)
        #expect(
            operation(buffered: 0, waited: 0) { ($0.isFrameHere, $0.isLaterFrameHere) = (false, false) } == .silence)
        #expect(operation(buffered: 0, waited: 0) { $0.isAtEnd = true } == .finish)
    }
}

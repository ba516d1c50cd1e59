import PTTTestSupport
import Testing

@testable import PTTVoice

struct TimeStretchTests {
    private func operation(
        excess: Int, pause: Int = 0, isComplete: Bool = false, isShrinking: Bool = false,
        sinceRemoval: Int = StretchPolicy.voiceRest
    ) -> StretchOperation {
        StretchPolicy.operation(
            StretchFacts(
                excess: excess, pause: pause, isComplete: isComplete, isShrinking: isShrinking,
                sinceRemoval: sinceRemoval))
    }

    @Test func whatIsOnTimeIsLeftAsItIs() {
        for excess in [-StretchPolicy.tolerance + 1, 0, StretchPolicy.worth - 1] {
            for pause in [0, 320, 16_000] { #expect(operation(excess: excess, pause: pause) == .keep) }
        }
    }

    @Test func aSmallExcessIsCutOnlyInAPauseBetweenWords() {
        let excess = StretchPolicy.worth
        #expect(operation(excess: excess, pause: StretchPolicy.longPause - 1) == .keep)
        #expect(operation(excess: excess, pause: StretchPolicy.longPause) == .shrinkPause(excess))
    }

    @Test func aCutThatHasBegunGoesOnAsFarAsItIsHeardNot() {
        let rest = StretchPolicy.tolerance
        #expect(operation(excess: rest, pause: 4000, isShrinking: true) == .shrinkPause(rest))
        #expect(operation(excess: rest - 1, pause: 4000, isShrinking: true) == .keep)
    }

    @Test func aLargeExcessIsCutInAnyPauseAndAVeryLargeOneInTheVoice() {
        #expect(operation(excess: 959, pause: 960) == .keep)
        #expect(operation(excess: 960, pause: 960) == .shrinkPause(960))
        #expect(operation(excess: 1599) == .keep)
        #expect(operation(excess: 1600) == .shrinkVoice)
        #expect(operation(excess: 1600, sinceRemoval: 639) == .keep)
    }

    @Test func missingDelayIsPutIntoPausesOnly() {
        #expect(operation(excess: -500, pause: 319) == .keep)
        #expect(operation(excess: -500, pause: 320) == .growPause(500))
        #expect(operation(excess: -4000, pause: 0) == .keep)
    }

    @Test func behindTheLastPacketTheDelayMattersNoMore() {
        #expect(operation(excess: 8000, pause: 8000, isComplete: true) == .keep)
        #expect(operation(excess: -8000, pause: 8000, isComplete: true) == .keep)
    }
}

import PTTTestSupport
import Testing

@testable import PTTVoice

struct DelayEstimatorTests {
    private static let stream = StreamShape(outputBlock: 160, packetLength: 1024, repeatDepth: 0, overduePackets: 0)

    private func estimator(initialDelay: Int = 320) -> DelayEstimator {
        DelayEstimator(initialDelay: initialDelay, limits: 160...8000)
    }

    /// Feeds needs that come one packet length after the other.
    private func fed(_ needs: [Int], initialDelay: Int = 320) -> DelayEstimator {
        var estimator = estimator(initialDelay: initialDelay)
        for (number, need) in needs.enumerated() { estimator.record(need: need, at: number * 1024) }
        return estimator
    }

    private func jittered(_ range: Int, above base: Int = 0, count: Int, seed: UInt64 = 1) -> [Int] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { _ in base + Int(random.nextFraction() * Double(range)) }
    }

    @Test func withoutAPacketTheDelayIsWhatAnEarlierBurstTaught() {
        #expect((160...320).contains(estimator().allowance(Self.stream)))
        #expect(estimator(initialDelay: 4000).lesson(Self.stream) == 4000)
        #expect(estimator(initialDelay: 1 << 40).lesson(Self.stream) == 8000)
        #expect(estimator(initialDelay: -5).lesson(Self.stream) == 160)
    }

    @Test(arguments: [480, 960, 1600]) func theDelayFollowsTheJitterAndNotTheTransitTime(range: Int) {
        for base in [-90_000, 0, 1_000_000] {
            let estimator = fed(jittered(range, above: base, count: 400))
            #expect((range - 160...range + 240).contains(estimator.allowance(Self.stream)))
            #expect(abs(estimator.base - base) < range / 8)
        }
    }

    @Test func aQuietNetworkNeedsOneBlockOfTheOutput() {
        #expect(fed([Int](repeating: 700, count: 400)).allowance(Self.stream) == 160)
    }

    @Test func aLonePeakIsLeftToConcealment() {
        var needs = jittered(480, count: 128)
        let before = fed(needs).allowance(Self.stream)
        needs[100] = 6000
        #expect(fed(needs).allowance(Self.stream) <= before + 160)
    }

    @Test func jitterThatCalmsDownIsForgottenWithTheWindow() {
        let estimator = fed(jittered(3200, count: 200) + jittered(320, count: DelayEstimator.window))
        #expect(estimator.allowance(Self.stream) <= 640)
    }

    @Test func packetsThatWereHeldUpTogetherCountAsOneThatWasLate() {
        var estimator = fed(jittered(160, count: 40))
        let before = estimator.allowance(Self.stream)
        for number in 0..<10 { estimator.record(need: (9 - number) * 1024 + 80, at: 50_000) }
        #expect(estimator.allowance(Self.stream) <= before + 160)
    }

    @Test(arguments: 0..<8) func whatAReleaseFlushesOutTeachesNothingToTheNextBurst(seed: UInt64) {
        let burst = jittered(480, count: 24, seed: seed)
        let plain = fed(burst).lesson(Self.stream)
        // Sent at once, they come ever earlier for their time.
        let flushed = fed(burst + (1...4).map { 240 - $0 * 1024 }).lesson(Self.stream)
        #expect(flushed <= plain + 160)
        #expect(flushed <= 800)
    }

    @Test func whereManyAreLostTheDelayWaitsForTheRepeat() {
        var estimator = fed(jittered(160, count: 100))
        var stream = Self.stream
        stream.repeatDepth = 3
        let before = estimator.allowance(stream)
        for number in 0..<100 { estimator.record(isLost: number % 10 == 0) }
        #expect(estimator.isLossy)
        #expect(estimator.allowance(stream) == before + stream.packetLength)
        for _ in 0..<10 { estimator.recordLate() }
        #expect(!estimator.isLossy)
        #expect(estimator.allowance(stream) == before)
    }

    @Test func afterAStallTheNetworkIsLearnedAnewFromItsLesson() {
        var estimator = fed(jittered(960, count: 200))
        let lesson = estimator.lesson(Self.stream)
        estimator.restart(Self.stream)
        estimator.record(need: 40_000, at: 300_000)
        #expect(estimator.base == 40_000)
        #expect(estimator.lesson(Self.stream) == lesson)
        for number in 0..<20 { estimator.record(need: 100 + number % 3, at: 301_000 + number * 1024) }
        #expect(estimator.base < 200)
    }
}

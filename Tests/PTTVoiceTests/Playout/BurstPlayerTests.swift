import PTTTestSupport
import PTTWire
import Testing

@testable import PTTVoice

/// Whole bursts over impaired paths.
struct BurstPlayerTests {
    /// 4 s of syllables with rests between them, as frames of the toy codec.
    private let speech = ToyCodec.frames(Signals.syllables(samples: 64_000), samplesPerFrame: 320)
    private let numbered = (1...300).map { ToyCodec.constant($0 % 90 + 5) }

    private func milliseconds(_ range: ClosedRange<Int>) -> ClosedRange<Duration> {
        .milliseconds(range.lowerBound) ... .milliseconds(range.upperBound)
    }

    @Test(arguments: [64, 160, 320, 1024]) func aQuietNetworkIsPlayedSampleBySampleUnchanged(block: Int) throws {
        var session = PathSession()
        session.impairments.delay = milliseconds(0...2)
        session.outputBlock = block
        // A block of the output more than the jitter: otherwise the start has to be corrected.
        session.configuration.initialDelay = max(320, 2 * block)
        let result = try session.run(speech)
        let played = speech.flatMap { $0.map { ToyCodec.value($0) } }
        let start = try #require(result.output.firstIndex { $0 != 0 })
        let first = try #require(played.firstIndex { $0 != 0 })
        #expect(Array(result.output[(start - first)...].prefix(played.count)) == played)
        #expect(result.player.statistics.framesPlayed == speech.count)
        #expect(result.player.statistics.samplesInserted == 0)
        #expect(result.player.statistics.samplesRemoved == 0)
    }

    @Test func aQuietNetworkCostsLittleDelay() throws {
        var session = PathSession()
        session.impairments.delay = milliseconds(0...2)
        let result = try session.run(speech)
        #expect(result.delays.dropLast(10).allSatisfy { $0.playout <= 480 })
        #expect(result.player.learnedDelay <= 320)
    }

    @Test func theMeanWaitIsThatOfEveryPacketPlayed() {
        var statistics = PlayerStatistics()
        #expect(statistics.meanBufferWait == 0)
        for wait in [320, 320, 320, 1600] { statistics.recordWait(wait) }
        #expect(statistics.meanBufferWait == 640)
        #expect(statistics.bufferWait == 1600)
    }

    @Test(arguments: [1, 2, 3] as [UInt64]) func theDelayFollowsTheJitter(seed: UInt64) throws {
        var session = PathSession()
        session.impairments.delay = milliseconds(30...60)
        session.seed = seed
        let result = try session.run(speech + speech)
        let settled = result.delays.dropFirst(200).dropLast(10)
        #expect(settled.allSatisfy { (320...720).contains($0.target) })
        #expect(settled.allSatisfy { $0.playout <= 1000 })
        #expect(result.player.statistics.underruns == 0)
        #expect(result.player.statistics.packetsLate <= 4)
    }

    @Test func whatOneBurstTaughtTheNextStartsWith() throws {
        var session = PathSession()
        session.impairments.delay = milliseconds(0...60)
        var inserted = (untaught: 0, taught: 0)
        for seed in 1...5 as ClosedRange<UInt64> {
            session.seed = seed
            session.configuration.initialDelay = 320
            let untaught = try session.run(speech)
            session.seed = seed + 5
            inserted.untaught += try session.run(speech).player.statistics.samplesInserted
            session.configuration.initialDelay = untaught.player.learnedDelay
            inserted.taught += try session.run(speech).player.statistics.samplesInserted
            #expect((800...1400).contains(untaught.player.learnedDelay))
        }
        #expect(inserted.untaught > 1000)
        #expect(inserted.taught < inserted.untaught / 2)
    }

    @Test func theDelayWaitsForRepeatsWhereThereIsLossAndOnlyThere() throws {
        var session = PathSession()
        session.impairments.delay = milliseconds(30...60)
        session.batchSize = 2
        session.repeats = 2
        let lossless = try session.run(speech + speech)
        session.impairments.loss = 0.1
        let lossy = try session.run(speech + speech)
        let wait = lossy.player.statistics.targetDelay - lossless.player.statistics.targetDelay
        #expect((480...800).contains(wait))
        let statistics = lossy.player.statistics
        #expect(statistics.packetsLost > 10)
        #expect(statistics.framesRepeated >= 2 * statistics.packetsLost * 3 / 4)
        #expect(lossless.player.statistics.framesRepeated <= 4)
    }

    @Test func lossWithoutRepeatsIsNotWaitedFor() throws {
        var session = PathSession()
        session.impairments.delay = milliseconds(30...60)
        let lossless = try session.run(speech)
        session.impairments.loss = 0.1
        let lossy = try session.run(speech)
        #expect(abs(lossy.player.statistics.targetDelay - lossless.player.statistics.targetDelay) <= 160)
        #expect(lossy.player.statistics.framesConcealed > 10)
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>) func nothingIsEverPlayedOutOfOrder(seed: UInt64) throws {
        var session = PathSession()
        session.impairments = PathImpairments(
            delay: milliseconds(0...80), loss: 0.1, duplication: 0.1, reordering: 0.1,
            reorderingDelay: .milliseconds(100))
        session.batchSize = Int(seed % 3) + 1
        session.repeats = Int(seed % 5)
        session.seed = seed
        let result = try session.run(numbered)
        var order: [Int] = []
        var length = 0
        for index in result.output.indices.dropFirst() {
            length = result.output[index] == result.output[index - 1] ? length + 1 : 0
            let number = ToyCodec.number(result.output[index])
            if length == 60, number > 0, order.last != number { order.append(number) }
        }
        // Numbers repeat after 90 frames, so a step back shows as a long step forward.
        let steps = zip(order, order.dropFirst()).map { ($1 - $0 + 90) % 90 }
        #expect(steps.allSatisfy { $0 < 30 })
        #expect(order.count > 150)
        #expect(result.player.isFinished)
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>) func everyPacketIsAccountedFor(seed: UInt64) throws {
        var session = PathSession()
        session.impairments = PathImpairments(delay: milliseconds(0...80), loss: 0.15, duplication: 0.1)
        session.seed = seed
        let statistics = try session.run(numbered).player.statistics
        // Lost packets in front of the first one are not known of: it may be a listener who came late.
        let packets = statistics.packetsReceived + statistics.packetsLate + statistics.packetsLost
        #expect((numbered.count - 2...numbered.count).contains(packets))
        let frames =
            statistics.framesPlayed + statistics.framesRepeated + statistics.framesConcealed + statistics.framesSkipped
        #expect((numbered.count - 3...numbered.count).contains(frames))
        #expect(statistics.packetsDuplicate > 10)
    }

    @Test func delayThatGrewInAStallIsWonBackInPauses() throws {
        var session = PathSession()
        session.stall = 16_000..<19_200
        let rests = ToyCodec.frames(
            (0..<8).flatMap { _ in Signals.syllables(samples: 3200) + Signals.silence(samples: 4800) },
            samplesPerFrame: 320)
        let result = try session.run(rests)
        let statistics = result.player.statistics
        #expect(result.delays.map(\.playout).max() ?? 0 > 2400)
        #expect(result.delays.dropLast(20).last?.playout ?? .max < 800)
        #expect(statistics.samplesRemoved > 1600)
        #expect(statistics.packetsLost == 0)
        #expect(statistics.packetsLate == 0)
        #expect(statistics.targetDelay < 800)
    }

    @Test func delayThatDisturbsIsWonBackInAVoiceToo() throws {
        var session = PathSession()
        session.stall = 16_000..<20_800
        let voice = ToyCodec.frames(Signals.sine(hertz: 125, samples: 96_000), samplesPerFrame: 320)
        let result = try session.run(voice)
        #expect(result.delays.map(\.playout).max() ?? 0 > 4000)
        #expect(result.delays.dropLast(20).last?.playout ?? .max < 2100)
        // Whole periods were left out: the sine goes on without a break.
        #expect(Signals.largestStep(Array(result.output.dropFirst(48_000).dropLast(4000))) < 0.05)
    }

    @Test func nothingClicksWhereABurstIsCutOutOfSound() throws {
        let voice = ToyCodec.frames(
            Signals.sine(hertz: 220, samples: 16_000, from: 18), samplesPerFrame: 320)
        var session = PathSession()
        session.impairments.loss = 0.1
        let result = try session.run(voice)
        #expect(result.player.statistics.framesConcealed > 0)
        #expect(Signals.largestStep(result.output) < 0.1)
        #expect(result.output.last == 0)
    }

    @Test func theBlockOfTheOutputDoesNotChangeWhatIsHeard() throws {
        var session = PathSession()
        session.impairments.delay = milliseconds(5...5)
        let counts = try [40, 160, 333, 1600].map { block in
            session.outputBlock = block
            return try session.run(numbered).player.statistics.framesPlayed
        }
        #expect(counts == [300, 300, 300, 300])
    }

    @Test func aBurstWhoseEndIsLostEndsByItself() throws {
        var session = PathSession()
        session.endIsTold = false
        session.configuration.idleTimeout = 8000
        let result = try session.run(numbered)
        #expect(result.player.isFinished)
        #expect(result.player.statistics.framesPlayed == 300)
        #expect(result.player.statistics.packetsLost == 0)
    }
}

import PTTVoice
import PTTWire
import Testing

/// What is heard when, drawn block by block: 20 ms a column, one frame a packet.
struct TimelineTests {
    /// Starts at once, so that the pictures stay short.
    private let eager = PlayerConfiguration(initialDelay: 0, minimumDelay: 0)
    private let patient = PlayerConfiguration(initialDelay: 1000, minimumDelay: 0)

    @Test func aSteadyStreamIsPlayedAfterTheInitialDelay() throws {
        var line = Timeline(patient)
        let sound = try line.hear("1 2 3 4 5 6 7 E7 . . . .")
        #expect(sound == ". . . 1 2 3 4 5 6 7 . .")
        #expect(line.player.isFinished)
        #expect(line.player.statistics.framesPlayed == 7)
        #expect(line.player.statistics.underruns == 0)
    }

    @Test func packetsOutOfOrderArePlayedInOrder() throws {
        var line = Timeline(patient)
        let sound = try line.hear("2 1 4 3 6 5 E6 . . . . .")
        #expect(sound == ". . . 1 2 3 4 5 6 . . .")
        #expect(line.player.statistics.packetsLost == 0)
        #expect(line.player.statistics.packetsReceived == 6)
    }

    @Test func aDuplicateIsPlayedOnce() throws {
        var line = Timeline(patient)
        let sound = try line.hear("1 1 2,2 1 3 4 E4 . . . .")
        #expect(sound == ". . . 1 2 3 4 . . . .")
        #expect(line.player.statistics.packetsDuplicate == 3)
    }

    @Test func aLostFrameIsTakenFromItsRepeat() throws {
        var line = Timeline(patient)
        let sound = try line.hear("1 2(1) . 4(23) 5(34) 6(45) E6 . . . .")
        #expect(sound == ". . . 1 2 3 4 5 6 . .")
        #expect(line.player.statistics.framesRepeated == 1)
        #expect(line.player.statistics.packetsLost == 1)
        #expect(line.player.statistics.framesConcealed == 0)
    }

    @Test func aLostFrameWithoutARepeatIsRecoveredFromTheNextOne() throws {
        var line = Timeline(patient, hasConcealment: true)
        let sound = try line.hear("1 2 . 4 5 6 E6 . . . . .")
        #expect(sound == ". . . 1 2 + 4 5 6 . . .")
        #expect(line.player.statistics.framesConcealedByCodec == 1)
    }

    @Test func framesLostInARowAreConcealedByTheCodec() throws {
        var line = Timeline(patient, hasConcealment: true)
        let sound = try line.hear("1 2 . . 5 6 7 E7 . . . .")
        #expect(sound == ". . . 1 2 ? + 5 6 7 . .")
        #expect(line.player.statistics.framesConcealedByCodec == 2)
        #expect(line.player.statistics.packetsLost == 2)
    }

    @Test func aCodecWithoutConcealmentHasItsLastSoundContinued() throws {
        var line = Timeline(patient)
        let sound = try line.hear("1 2 . 4 5 6 E6 . . . . .")
        #expect(sound == ". . . 1 2 2 4 5 6 . . .")
        #expect(line.player.statistics.framesConcealed == 1)
    }

    @Test func whatComesAfterItsTurnIsLateAndNotPlayed() throws {
        var line = Timeline(patient, hasConcealment: true)
        let sound = try line.hear("1 2 3 . 5 6 7 8 4 9 E9 . .")
        #expect(sound == ". . . 1 2 3 + 5 6 7 8 9 .")
        #expect(line.player.statistics.packetsLate == 1)
        #expect(line.player.statistics.packetsLost == 0)
    }

    @Test func aLatePacketIsAwaitedWhileTheDelayIsShort() throws {
        var line = Timeline(eager)
        let sound = try line.hear("1 2 . . 3 4 5 6 7 E7 . . . .")
        #expect(sound.hasPrefix(". 1 2 2"))
        #expect(line.player.statistics.packetsLate == 0)
        #expect(line.player.statistics.framesPlayed == 7)
    }

    @Test func aPlayerThatRunsDryFadesOutAndBuffersAgain() throws {
        var line = Timeline(PlayerConfiguration(initialDelay: 640, minimumDelay: 0))
        let sound = try line.hear("1 2 3 . . . . . . . . . . . 4 5 6 7 8 E8 . . . . .")
        #expect(sound == ". . 1 2 3 3 3 3 ~ ~ . . . . . . 4 5 6 7 8 . . . .")
        #expect(line.player.statistics.underruns == 1)
        #expect(line.player.statistics.packetsLost == 0)
    }

    @Test func aStallThatEndsAtOnceIsFollowedAtOnce() throws {
        var line = Timeline(PlayerConfiguration(initialDelay: 640, minimumDelay: 0))
        let sound = try line.hear("1 2 3 . . . . . . . . . . . 4,5,6,7,8,9 E9 . . . . . . . .")
        #expect(sound == ". . 1 2 3 3 3 3 ~ ~ . . . . 4 5 6 7 8 9 . . . .")
    }

    @Test func whatWasLostDuringAStallTakesNoMoreTime() throws {
        var line = Timeline(PlayerConfiguration(initialDelay: 320, minimumDelay: 0))
        let sound = try line.hear("1 2 3 . . . . . . . . . . . . 16 17 18 19 E19 . . . . .")
        #expect(sound.split(separator: " ").suffix(9).joined(separator: " ") == "16 17 18 19 . . . . .")
        #expect(line.player.statistics.packetsLost == 12)
    }

    @Test func endingEarlyPlaysWhatIsHere() throws {
        var line = Timeline(PlayerConfiguration(initialDelay: 4800))
        let sound = try line.hear("1 2,E2 . . . .")
        #expect(sound == ". 1 2 . . .")
        #expect(line.player.isFinished)
    }

    @Test func aLostTailIsFadedOutAndCounted() throws {
        var line = Timeline(patient)
        let sound = try line.hear("1 2 3 E5 . . . . . . . .")
        #expect(sound.hasPrefix(". . . 1 2 3 3"))
        #expect(sound.hasSuffix(". . ."))
        #expect(line.player.isFinished)
        #expect(line.player.statistics.packetsLost == 2)
    }

    @Test func aBurstWithoutEndIsOverAfterTheTimeout() throws {
        var line = Timeline(PlayerConfiguration(initialDelay: 0, minimumDelay: 0, idleTimeout: 3200))
        _ = try line.hear("1 2 3 . . . . . . . . .")
        #expect(!line.player.isFinished)
        _ = try line.hear(". . .")
        #expect(line.player.isFinished)
        #expect(line.player.statistics.packetsLost == 0)
        #expect(line.player.statistics.underruns == 0)
    }

    @Test func anEndWithoutACountEndsBehindWhatIsHere() throws {
        var line = Timeline(patient)
        let sound = try line.hear("1 2 3 E . . . . .")
        #expect(sound == ". . . 1 2 3 . . .")
        #expect(line.player.isFinished)
    }

    @Test func aBurstOfWhichNothingCameIsOverSoonAfterItsEnd() throws {
        var line = Timeline(PlayerConfiguration(maximumDelay: 960))
        let sound = try line.hear(". E4 . . . .")
        #expect(sound == ". . . . . .")
        #expect(line.player.isFinished)
    }

    @Test func aLateJoinerStartsWithWhatTheFirstPacketRepeats() throws {
        var line = Timeline(patient)
        let sound = try line.hear("7(56) 8(67) 9(78) E9 . . . . . .")
        #expect(sound == ". 5 6 7 8 9 . . . .")
    }

    @Test func fixedModeWaitsForItsBufferAndLeavesHolesSilent() throws {
        var line = Timeline(PlayerConfiguration(mode: .fixed(start: 960, deadline: 8000)), hasConcealment: true)
        let sound = try line.hear("1 2 3(12) 5(34) 6 7 E7 . . . . .")
        #expect(sound == ". . 1 2 3 . 5 6 7 . . .")
    }

    @Test func fixedModeStartsAtItsDeadline() throws {
        var line = Timeline(PlayerConfiguration(mode: .fixed(start: 9600, deadline: 1280)))
        let sound = try line.hear("1 . 2 . . . . 3 4 E4 . .")
        #expect(sound == ". . . . 1 2 . 3 4 . . .")
    }

    @Test func theSeedStartsWith350MillisecondsBuffered() throws {
        var line = Timeline(PlayerConfiguration(mode: .seed))
        let packets = (1...20).map { "\($0)" }.joined(separator: " ")
        let sound = try line.hear(packets).split(separator: " ")
        #expect(sound.firstIndex { $0 != "." } == 17)
    }
}

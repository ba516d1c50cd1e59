import PTTTestSupport
import PTTVoice
import PTTWire
import Testing

@testable import PTTKit

@Suite struct MouthToEarTests {
    /// Noise in bursts, like syllables.
    private func speech(seconds: Int, seed: UInt64) -> [Float] {
        var random = SeededGenerator(seed: seed)
        return (0..<(seconds * PCM.sampleRate)).map { index in
            let isLoud = (index / 1600) % 3 != 0
            return isLoud ? Float.random(in: -0.5...0.5, using: &random) : 0
        }
    }

    @Test(arguments: [0, 1, 160, 803, 5000]) func aShiftIsFoundToTheSample(shift: Int) {
        let spoken = speech(seconds: 2, seed: 1)
        let heard = [Float](repeating: 0, count: shift) + spoken
        let delay = MouthToEar.delay(spoken: spoken[...], heard: heard[...], longest: .seconds(1))
        #expect(delay == PCM.duration(ofSamples: shift))
    }

    @Test func noiseAtTheEarDoesNotMoveTheAnswer() {
        let spoken = speech(seconds: 2, seed: 2)
        var random = SeededGenerator(seed: 3)
        let heard = ([Float](repeating: 0, count: 800) + spoken).map {
            $0 * 0.3 + Float.random(in: -0.1...0.1, using: &random)
        }
        let delay = MouthToEar.delay(spoken: spoken[...], heard: heard[...], longest: .seconds(1))
        #expect(delay == .milliseconds(50))
    }

    @Test func silenceHasNoDelay() {
        let silence = [Float](repeating: 0, count: PCM.sampleRate)
        #expect(MouthToEar.delay(spoken: silence[...], heard: silence[...], longest: .seconds(1)) == nil)
    }

    @Test func aDelayThatChangesIsSeenInItsStretches() {
        let spoken = speech(seconds: 4, seed: 4)
        let half = spoken.count / 2
        let heard =
            [Float](repeating: 0, count: 800) + spoken[..<half] + [Float](repeating: 0, count: 800) + spoken[half...]
        let delays = MouthToEar.delays(spoken: spoken, heard: heard, window: .milliseconds(500), longest: .seconds(1))
        #expect(delays.first == .milliseconds(50))
        #expect(delays.last == .milliseconds(100))
    }

    @Test func aStreamsOriginIsItsEarliestEstimate() {
        var clock = StreamClock()
        clock.advance(by: 160, at: Instant(nanoseconds: 30_000_000), isInput: true)
        clock.advance(by: 160, at: Instant(nanoseconds: 35_000_000), isInput: true)
        #expect(clock.origin == Instant(nanoseconds: 15_000_000))
        #expect(clock.samples == 320)
    }
}

import PTTTestSupport
import PTTVoice
import PTTWire
import Testing

@Suite(.enabled(if: allocationsAreCounted)) struct PlayoutAllocationTests {
    /// Lost, late, doubled and repeated packets, pauses and a stall: every path of the player is taken.
    @Test(arguments: [false, true]) func playingAllocatesNothing(hasConcealment: Bool) throws {
        let signal = (0..<6).flatMap { _ in Signals.syllables(samples: 4800) + Signals.silence(samples: 4800) }
        let frames = ToyCodec.frames(signal, samplesPerFrame: 320)
        var path = ImpairedPath<(sequence: Int, frames: BurstFrames)>(
            PathImpairments(delay: .zero ... .milliseconds(60), loss: 0.1, duplication: 0.1), seed: 3)
        for (index, frame) in frames.enumerated() {
            let old = index > 0 ? [BurstFrame(bytes: frames[index - 1][...], isRepeat: true, codec: .opus)] : []
            let new = BurstFrame(bytes: frame[...])
            let time = (60..<80).contains(index) ? 80 * 20 : index * 20
            path.send((index + 1, try BurstFrames(old + [new])), bytes: 256, at: milliseconds(time))
        }
        var player = BurstPlayer(decoder: ToyDecoder(hasConcealment: hasConcealment))
        var block = [Float](repeating: 0, count: 160)
        var allocations = 0
        for step in 0..<450 {
            let arrivals = path.receive(until: milliseconds(step * 10))
            let count = allocationCount {
                // By index: the iterator of an array allocates in debug builds.
                for index in arrivals.indices {
                    player.insert(
                        sequence: arrivals[index].payload.sequence, frames: arrivals[index].payload.frames,
                        batchSize: 1, arrival: SampleTime(samples: step * 160))
                }
                var span = block.mutableSpan
                player.render(into: &span)
            }
            if step > 20 { allocations += count }
        }
        #expect(allocations == 0)
        let statistics = player.statistics
        #expect(statistics.framesRepeated > 0 && statistics.packetsDuplicate > 0)
        #expect(statistics.samplesInserted > 0 && statistics.samplesRemoved > 0)
        #expect(statistics.framesConcealed + statistics.framesConcealedByCodec > 0)
    }

    private func milliseconds(_ count: Int) -> Instant {
        Instant(nanoseconds: Int64(count) * 1_000_000)
    }
}

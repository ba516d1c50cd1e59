import PTTTestSupport
import Testing

@testable import PTTMELP

/// The whole codec is counted in the benchmarks, in the build that ships; these parts allocate nothing in any build.
@Suite(.enabled(if: allocationsAreCounted, "allocations are not counted under a sanitizer"))
struct MELP1200AllocationTests {
    @Test("Neither suppressing noise nor measuring speech nor making it again allocates")
    func allocations() {
        var suppressor = NoiseSuppressor()
        var analyser = Analyser()
        var synthesiser = Synthesiser()
        let samples = ToySpeech.samples(540 * 24)
        var room = [Float](repeating: 0, count: 540)
        func run() {
            for block in 0..<24 {
                var span = room.mutableSpan
                for index in 0..<540 { span[index] = samples[540 * block + index] }
                suppressor.process(&span)
                let superframe = analyser.analyse(span.span)
                synthesiser.synthesise(superframe, into: &span)
            }
        }
        // Once through silence, hiss and voice, so that all that is made at first use is there.
        run()
        let count = allocationCount { run() }
        #expect(count == 0)
    }
}

import Foundation
import PTTTestSupport
import PTTVoice
import Testing

@testable import PTTMedia

@Suite struct SampleRingTests {
    @Test func samplesComeOutInOrderAcrossTheSeam() {
        let ring = SampleRing(capacity: 64)
        var next: Float = 0
        var expected: Float = 0
        for round in 0..<50 {
            let block = (0..<(round % 40)).map { _ in
                next += 1
                return next
            }
            #expect(ring.write(block.span) == block.count)
            var read = [Float](repeating: 0, count: 64)
            var span = read.mutableSpan
            let count = ring.read(into: &span)
            #expect(count == block.count)
            for sample in read[..<count] {
                expected += 1
                #expect(sample == expected)
            }
        }
    }

    @Test func whatDoesNotFitIsDroppedAndCounted() {
        let ring = SampleRing(capacity: 100)
        #expect(ring.capacity == 128)
        let block = [Float](repeating: 1, count: 200)
        #expect(ring.write(block.span) == 128)
        #expect(ring.overrun == 72)
        #expect(ring.count == 128)
        ring.clear()
        #expect(ring.count == 0)
    }

    @Test func oneWriterAndOneReaderLoseNothing() {
        final class Shared: Sendable {
            let ring = SampleRing(capacity: 256)
        }
        let shared = Shared()
        let total = 200_000
        let writer = PortThread(name: "ring-writer") {
            var sent = 0
            while sent < total {
                let block = (sent..<min(sent + 37, total)).map(Float.init)
                var done = 0
                while done < block.count {
                    let rest = Array(block[done...])
                    let room = shared.ring.capacity - shared.ring.count
                    let part = Array(rest.prefix(room))
                    done += shared.ring.write(part.span)
                }
                sent += block.count
            }
        }
        var received = 0
        var isOrdered = true
        var block = [Float](repeating: 0, count: 53)
        while received < total {
            var span = block.mutableSpan
            let count = shared.ring.read(into: &span)
            for index in 0..<count { isOrdered = isOrdered && block[index] == Float(received + index) }
            received += count
        }
        writer.join()
        #expect(isOrdered)
        #expect(shared.ring.overrun == 0)
    }

    @Test(.enabled(if: allocationsAreCounted)) func audioCallbackAllocatesNothing() {
        let holder = AudioGateHolder(capacity: 1_000)
        let block = [Float](repeating: 0.5, count: 160)
        var space = [Float](repeating: 0, count: 160)
        let gate = holder.pointer
        let work = {
            gate.pointee.put(block.span)
            var span = space.mutableSpan
            _ = gate.pointee.take(into: &span)
        }
        work()
        #expect(allocationCount { for _ in 0..<100 { work() } } == 0)
        #expect(space[0] == 0.5)
    }
}

import Foundation
import PTTTestSupport
import Synchronization
import Testing

@Suite(.enabled(if: allocationsAreCounted, "a sanitizer owns the heap"))
struct AllocationsTests {
    private final class Box {
        let value: Int

        init(_ value: Int) {
            self.value = value
        }
    }

    @inline(never) private func makeBox(_ value: Int) -> Box {
        Box(value)
    }

    @Test func arithmeticAllocatesNothing() {
        var sum = 0
        let count = allocationCount { for number in 0..<100 { sum &+= number } }
        #expect(count == 0)
        #expect(sum == 4950)
    }

    @Test func everyObjectIsCounted() {
        var boxes: [Box] = []
        boxes.reserveCapacity(20)
        boxes.append(makeBox(0))
        let count = allocationCount { for number in 0..<10 { boxes.append(makeBox(number)) } }
        #expect(count == 10)
        #expect(boxes.count == 11)
    }

    @Test func arrayGrowthIsCounted() {
        var bytes: [UInt8] = []
        let count = allocationCount { bytes.reserveCapacity(1 << 20) }
        #expect(count == 1)
        bytes.append(1)
        #expect(bytes == [1])
    }

    @Test func otherThreadsAreNotCounted() {
        let handshake = Handshake()
        Thread.detachNewThread {
            while !handshake.isStarted.load(ordering: .acquiring) {}
            handshake.isDone.store([1, 2, 3].map(String.init).count == 3, ordering: .releasing)
        }
        let count = allocationCount {
            handshake.isStarted.store(true, ordering: .releasing)
            while !handshake.isDone.load(ordering: .acquiring) {}
        }
        #expect(count == 0)
    }

    private final class Handshake: Sendable {
        let isStarted = Atomic(false)
        let isDone = Atomic(false)
    }

    @Test func aThrowEndsTheCount() {
        struct Refused: Error {}
        #expect(throws: Refused.self) { _ = try allocationCount { throw Refused() } }
        #expect(allocationCount {} == 0)
    }
}

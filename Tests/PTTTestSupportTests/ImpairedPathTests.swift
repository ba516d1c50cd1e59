import PTTTestSupport
import PTTWire
import Testing

struct ImpairedPathTests {
    private func arrivals(_ impairments: PathImpairments, seed: UInt64 = 1, count: Int = 1000) -> [(Int, Int64)] {
        var path = ImpairedPath<Int>(impairments, seed: seed)
        var clock = ManualClock()
        for number in 0..<count {
            path.send(number, bytes: 100, at: clock.now)
            clock.advance(by: .milliseconds(20))
        }
        clock.advance(by: .seconds(3600))
        return path.receive(until: clock.now).map { ($0.payload, $0.time.nanoseconds / 1_000_000) }
    }

    @Test func aCleanPathKeepsEverything() {
        let arrivals = arrivals(PathImpairments(delay: .milliseconds(5) ... .milliseconds(5)))
        #expect(arrivals.map(\.0) == Array(0..<1000))
        #expect(arrivals.allSatisfy { $0.1 == Int64($0.0) * 20 + 5 })
    }

    @Test func delaysFillTheirRangeAndReorder() {
        let arrivals = arrivals(PathImpairments(delay: .milliseconds(30) ... .milliseconds(90)))
        let delays = arrivals.map { arrival in arrival.1 - Int64(arrival.0) * 20 }
        #expect(delays.allSatisfy { (30...90).contains($0) })
        #expect((delays.min() ?? 0) <= 32 && (delays.max() ?? 0) >= 88)
        #expect(arrivals.map(\.0) != Array(0..<1000))
    }

    @Test func anOrderedPathNeverReorders() {
        let arrivals = arrivals(PathImpairments(delay: .milliseconds(30) ... .milliseconds(90), keepsOrder: true))
        #expect(arrivals.map(\.0) == Array(0..<1000))
    }

    @Test func lossAndDuplicationMeetTheirShare() {
        #expect((850...950).contains(arrivals(PathImpairments(loss: 0.1)).count))
        #expect((1050...1150).contains(arrivals(PathImpairments(duplication: 0.1)).count))
    }

    @Test func heldBackPacketsComeBehindLaterOnes() {
        let arrivals = arrivals(PathImpairments(reordering: 0.1))
        let late = arrivals.count { $0.1 == Int64($0.0) * 20 + 50 }
        #expect((50...150).contains(late))
        #expect(arrivals.count == 1000)
    }

    @Test func aNarrowPathQueues() {
        let arrivals = arrivals(PathImpairments(bytesPerSecond: 2500), count: 10)
        #expect(arrivals.map(\.1) == [40, 80, 120, 160, 200, 240, 280, 320, 360, 400])
    }

    @Test func theSameSeedGivesTheSameRun() {
        let impairments = PathImpairments(delay: .zero ... .milliseconds(50), loss: 0.1, duplication: 0.1)
        #expect(arrivals(impairments, seed: 7).map(\.1) == arrivals(impairments, seed: 7).map(\.1))
        #expect(arrivals(impairments, seed: 7).map(\.1) != arrivals(impairments, seed: 8).map(\.1))
    }

    @Test func lossLeavesTheDelaysOfTheOtherPacketsAlone() {
        let lossless = PathImpairments(delay: .zero ... .milliseconds(50))
        let lossy = PathImpairments(delay: .zero ... .milliseconds(50), loss: 0.2)
        let times = Dictionary(uniqueKeysWithValues: arrivals(lossless))
        #expect(arrivals(lossy).allSatisfy { times[$0.0] == $0.1 })
    }

    @Test func nothingComesBeforeItsTime() {
        var path = ImpairedPath<Int>(PathImpairments(delay: .milliseconds(5) ... .milliseconds(5)), seed: 1)
        path.send(1, bytes: 1, at: Instant(nanoseconds: 0))
        #expect(path.nextArrival == Instant(nanoseconds: 5_000_000))
        #expect(path.receive(until: Instant(nanoseconds: 4_999_999)).isEmpty)
        #expect(path.receive(until: Instant(nanoseconds: 5_000_000)).map(\.payload) == [1])
    }
}

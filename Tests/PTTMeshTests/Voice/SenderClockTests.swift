import PTTWire
import Testing

@testable import PTTMesh

@Suite("Telling how late a sender's packets are")
final class SenderClockTests {
    private var clock = SenderClock()

    /// Time of arrival and stamp, both in milliseconds.
    private func lateness(at arrival: Int64, stamped: Int64) -> Int64 {
        clock.observe(
            Timestamp(milliseconds: UInt64(stamped)), at: Instant(nanoseconds: arrival * 1_000_000), tolerance: 2_000)
    }

    @Test("A clock that is wrong by minutes changes nothing")
    func wrongClock() {
        for step: Int64 in 0..<100 {
            #expect(lateness(at: 1_000 + step * 20 + step % 7, stamped: 9_000_000 + step * 20) <= 7)
        }
    }

    @Test("A packet that waited is late by as long as it waited")
    func waited() {
        _ = lateness(at: 1_000, stamped: 500_000)
        #expect(lateness(at: 6_020, stamped: 500_020) == 5_000)
        #expect(lateness(at: 6_040, stamped: 505_040) == 0)
    }

    @Test("A backlog that is let out at once stays late to its end")
    func backlog() {
        _ = lateness(at: 1_000, stamped: 500_000)
        for step: Int64 in 0..<500 {
            let late = lateness(at: 20_000 + step, stamped: 501_000 + step * 20)
            #expect(late > 2_000 || step > 400)
        }
    }

    @Test("A clock set back is noticed after two seconds of steady packets")
    func setBack() {
        for step: Int64 in 0..<50 { _ = lateness(at: step * 20, stamped: 900_000 + step * 20) }
        var verdicts: [Bool] = []
        for step: Int64 in 50..<200 {
            verdicts.append(lateness(at: step * 20, stamped: 300_000 + step * 20) <= 2_000)
        }
        #expect(verdicts.firstIndex(of: true) == 100)
        #expect(verdicts[100...].allSatisfy { $0 })
    }

    @Test("A clock set forward is noticed at once")
    func setForward() {
        for step: Int64 in 0..<50 { _ = lateness(at: step * 20, stamped: 300_000 + step * 20) }
        for step: Int64 in 50..<100 { #expect(lateness(at: step * 20, stamped: 900_000 + step * 20) == 0) }
    }

    @Test("Something that surely did not wait sets the measure at once")
    func anchored() {
        _ = lateness(at: 1_000, stamped: 900_000)
        clock.anchor(Timestamp(milliseconds: 300_000), at: Instant(nanoseconds: 2_000_000_000))
        #expect(lateness(at: 2_020, stamped: 300_020) == 0)
    }

    @Test("Stamps at both ends of their range do not trap")
    func extremes() {
        for stamp in [UInt64.max, 0, UInt64.max, UInt64(Int64.max), 0] {
            _ = clock.observe(Timestamp(milliseconds: stamp), at: Instant(nanoseconds: 0), tolerance: 2_000)
        }
        #expect(lateness(at: 10, stamped: 10) >= 0)
    }
}

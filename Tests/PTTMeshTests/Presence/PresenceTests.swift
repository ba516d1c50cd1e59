import PTTTestSupport
import PTTWire
import Testing

@testable import PTTMesh

@Suite("When to announce")
final class AnnounceScheduleTests {
    private var schedule = AnnounceSchedule()
    private var random = SeededGenerator(seed: 3)

    private func instant(_ seconds: Double) -> Instant {
        Instant(nanoseconds: Int64(seconds * 1e9))
    }

    private func situation(connected: Int, traffic: Double? = nil) -> AnnounceSchedule.Situation {
        AnnounceSchedule.Situation(connectedPeers: connected, lastTraffic: traffic.map(instant))
    }

    @Test("Nothing is due before the first is asked for")
    func first() {
        #expect(schedule.due(situation(connected: 0)) == nil)
        schedule.force(at: instant(0.6))
        #expect(schedule.due(situation(connected: 0)) == instant(0.6))
    }

    @Test("Alone, every four seconds; in company around 15, in a crowd around 30, and no two alike")
    func cadence() {
        var gaps: Set<Instant> = []
        for _ in 0..<50 {
            schedule.wasSent(at: instant(100), using: &random)
            #expect(schedule.due(situation(connected: 0)) == instant(104))
            let company = schedule.due(situation(connected: 5))
            #expect(company.map { instant(111)...instant(119) ~= $0 } == true)
            let crowd = schedule.due(situation(connected: 6))
            #expect(crowd.map { instant(122)...instant(138) ~= $0 } == true)
            if let company { gaps.insert(company) }
        }
        #expect(gaps.count > 40)
    }

    @Test("While there is traffic, ten seconds after the last")
    func traffic() {
        schedule.wasSent(at: instant(100), using: &random)
        #expect(schedule.due(situation(connected: 1, traffic: 106)) == instant(110))
        #expect(schedule.due(situation(connected: 1, traffic: 104)) != instant(110))
    }

    @Test("Asked for again and again, not more often than seven a second")
    func forced() {
        schedule.wasSent(at: instant(100), using: &random)
        schedule.force(at: instant(100.01))
        #expect(schedule.due(situation(connected: 1)) == instant(100.15))
        schedule.wasSent(at: instant(100.15), using: &random)
        schedule.force(at: instant(101))
        #expect(schedule.due(situation(connected: 1)) == instant(101))
    }
}

@Suite("Names that others chose")
struct NicknameTests {
    @Test("Escapes, line breaks and marks that reorder text are taken out; letters and joined emoji stay")
    func readable() {
        #expect(Nickname.readable("Zoë 👩‍👩‍👧 مرحبا") == "Zoë 👩‍👩‍👧 مرحبا")
        #expect(Nickname.readable("a\u{1B}[31mb\nc\u{202E}d\u{2028}e\u{200B}f") == "a[31mbcdef")
    }

    @Test("A name that is too long is cut between characters")
    func fitting() {
        #expect(Nickname.fitting("short") == "short")
        let long = Nickname.fitting(String(repeating: "é", count: 200))
        #expect(long == String(repeating: "é", count: 127))
    }
}

@Suite("Keys that are kept")
struct PinStoreTests {
    private func peer(_ number: UInt64, proven: Bool = false) -> PinnedPeer {
        PinnedPeer(id: PeerID(rawValue: number), noiseKey: [1], signingKey: [UInt8(number)], isProven: proven)
    }

    @Test("When full, the one not used for longest goes, and proven ones last")
    func eviction() {
        var store = PinStore([peer(1, proven: true), peer(2), peer(3)], capacity: 3)
        store.touch(PeerID(rawValue: 2))
        let evicted = [peer(4), peer(5), peer(6, proven: true)].map { store.store($0)?.rawValue }
        #expect(evicted == [3, 2, 4])
        #expect(store[PeerID(rawValue: 1)] == peer(1, proven: true))
        #expect(store[PeerID(rawValue: 3)] == nil)
    }

    @Test("Keeping other keys for the same ID evicts nobody")
    func replacement() {
        var store = PinStore([peer(1), peer(2)], capacity: 2)
        let evicted = store.store(peer(1, proven: true))
        #expect(evicted == nil)
        #expect(store[PeerID(rawValue: 1)]?.isProven == true)
    }
}

@Suite("Peers that are known")
struct PeerTableTests {
    private func record(_ number: UInt64, heard: Int64) -> PeerRecord {
        PeerRecord(id: PeerID(rawValue: number), at: Instant(nanoseconds: heard))
    }

    @Test("When full, the one not heard for longest goes, but none with a session or a link while others are there")
    func eviction() {
        var table = PeerTable(capacity: 3)
        for number: UInt64 in 1...3 { _ = table.insert(record(number, heard: Int64(number))) }
        _ = table.update(PeerID(rawValue: 1)) { $0.hasSession = true }
        _ = table.update(PeerID(rawValue: 2)) { $0.links = [LinkID(rawValue: 1)] }
        #expect(table.connectedCount == 1)
        var evicted = [table.insert(record(4, heard: 4)), table.insert(record(5, heard: 5))]
        _ = table.update(PeerID(rawValue: 5)) { $0.hasSession = true }
        evicted.append(table.insert(record(6, heard: 6)))
        #expect(evicted.map { $0?.rawValue } == [3, 4, 1])
        table.remove(PeerID(rawValue: 2))
        #expect(table.connectedCount == 0)
    }
}

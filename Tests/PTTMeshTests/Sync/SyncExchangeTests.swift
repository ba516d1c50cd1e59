import PTTMesh
import PTTWire
import Testing

@Suite("Asking neighbours and being asked")
struct SyncExchangeTests {
    private let start = Instant(nanoseconds: 0)
    private let peer = PeerID(rawValue: 1)

    @Test("Answers are let in for 30 s, from those who were asked")
    func answers() {
        var exchange = SyncExchange()
        #expect(!exchange.admitsAnswer(from: peer, at: start))
        exchange.noteRequest(to: peer, at: start)
        #expect(exchange.admitsAnswer(from: peer, at: start + .seconds(30)))
        #expect(!exchange.admitsAnswer(from: peer, at: start + .milliseconds(30_001)))
        #expect(!exchange.admitsAnswer(from: PeerID(rawValue: 2), at: start))
        exchange.remove(peer)
        #expect(!exchange.admitsAnswer(from: peer, at: start))
    }

    @Test("A peer is answered eight times in 30 s, whoever else asks")
    func rate() {
        var exchange = SyncExchange()
        let answered = (0..<100).count { _ in exchange.mayAnswer(peer, at: start) }
        let others = (2..<1_000).count { exchange.mayAnswer(PeerID(rawValue: $0), at: start) }
        let again = (0..<100).count { _ in exchange.mayAnswer(peer, at: start) }
        #expect(answered == 8 && again == 0 && others == exchange.limits.peers - 1)
        let later = (0..<100).count { _ in exchange.mayAnswer(peer, at: start + .seconds(30)) }
        let newcomer = (0..<2).count { _ in exchange.mayAnswer(PeerID(rawValue: 5_000), at: start + .seconds(31)) }
        #expect(later == 8 && newcomer == 2)
    }

    @Test("Everybody is asked every 30 s, for files every 60, and a new neighbour after a second")
    func rounds() {
        var schedule = SyncSchedule(at: start)
        #expect(schedule.nextDue == start + .seconds(30))
        schedule.noteNeighbour(peer, at: start)
        schedule.noteNeighbour(peer, at: start)
        schedule.noteNeighbour(PeerID(rawValue: 2), at: start)
        schedule.remove(PeerID(rawValue: 2))
        #expect(schedule.nextDue == start + .seconds(1))
        let first = schedule.takeDue(at: start + .seconds(1))
        #expect(first.count == 1 && first[0].peer == peer && first[0].types == SyncSchedule.everything)
        let second = schedule.takeDue(at: start + .seconds(30))
        #expect(second.map(\.types) == [[.announce, .message, .groupMessage], [.fragment]])
        let third = schedule.takeDue(at: start + .seconds(600))
        #expect(third.count == 3 && third.allSatisfy { $0.peer == nil })
        #expect(schedule.nextDue == start + .seconds(630))
    }
}

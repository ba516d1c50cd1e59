import PTTWire
import Testing

@testable import PTTMesh

@Suite("Texts on their way")
final class TextOutboxTests {
    private let peer = PeerID(rawValue: 1)
    private var outbox = TextOutbox(limits: TextOutbox.Limits(perPeer: 3, total: 5, lifetime: .seconds(10)))

    private func enter(_ id: String, to peer: PeerID, at seconds: Int64 = 0) -> Bool {
        outbox.enter(.text("x"), id: id, to: peer, at: instant(seconds))
    }

    private func confirm(_ id: String, by peer: PeerID, isRead: Bool = false) -> Bool {
        outbox.confirm(id, by: peer, isRead: isRead)
    }

    private func instant(_ seconds: Int64) -> Instant {
        Instant(nanoseconds: seconds * 1_000_000_000)
    }

    @Test("One peer's queue has an end; another peer's is not concerned")
    func bounds() {
        for number in 0..<3 { #expect(enter("\(number)", to: peer, at: 0)) }
        #expect(!enter("3", to: peer, at: 0))
        #expect(enter("4", to: PeerID(rawValue: 2), at: 0))
        #expect(enter("5", to: PeerID(rawValue: 3), at: 0))
        #expect(!enter("6", to: PeerID(rawValue: 4), at: 0))
    }

    @Test("A delivered text makes room for a new one")
    func deliveredMakesRoom() {
        for number in 0..<5 {
            _ = enter("\(number)", to: PeerID(rawValue: UInt64(number)), at: 0)
        }
        #expect(confirm("2", by: PeerID(rawValue: 2), isRead: false))
        #expect(enter("new", to: peer, at: 1))
        #expect(!confirm("2", by: PeerID(rawValue: 2), isRead: true))
    }

    @Test("A peer that never confirms can be written to without end")
    func unconfirmed() {
        for number in 0..<20 {
            #expect(enter("\(number)", to: peer))
            for index in outbox.waiting(for: peer) { outbox.markSent(index, at: instant(0)) }
        }
        #expect(outbox.items.map(\.id) == (15..<20).map { "\($0)" })
    }

    @Test("Receipts count once, from the right peer, for texts that exist")
    func receipts() {
        _ = enter("a", to: peer, at: 0)
        #expect(!confirm("a", by: PeerID(rawValue: 2), isRead: false))
        #expect(!confirm("b", by: peer, isRead: false))
        #expect(confirm("a", by: peer, isRead: false))
        #expect(!confirm("a", by: peer, isRead: false))
        #expect(confirm("a", by: peer, isRead: true))
        #expect(!confirm("a", by: peer, isRead: true))
    }

    @Test("What was sent into a session that is gone goes again, in order; what was delivered does not")
    func requeues() {
        for id in ["a", "b", "c"] { _ = enter(id, to: peer, at: 0) }
        for index in outbox.waiting(for: peer) { outbox.markSent(index, at: instant(1)) }
        #expect(!outbox.hasWaiting(for: peer))
        #expect(confirm("b", by: peer, isRead: false))
        outbox.requeue(for: peer)
        #expect(outbox.waiting(for: peer).map { outbox.items[$0].id } == ["a", "c"])
    }

    @Test("After their lifetime texts are given up")
    func expiry() {
        _ = enter("a", to: peer, at: 0)
        _ = enter("b", to: peer, at: 5)
        #expect(outbox.nextExpiry == instant(10))
        let expired = outbox.removeExpired(at: instant(10))
        #expect(expired.map(\.id) == ["a"])
        #expect(outbox.nextExpiry == instant(15))
    }
}

@Suite("Texts that came")
struct ReceivedTextsTests {
    @Test("A repeat is known until as many others came")
    func repeats() {
        var received = ReceivedTexts(capacity: 3)
        let sender = PeerID(rawValue: 1)
        let first = ["a", "b", "c", "a"].map { received.note($0, from: sender) }
        #expect(first == [true, true, true, false])
        let other = received.note("a", from: PeerID(rawValue: 2))
        let again = received.note("a", from: sender)
        #expect(other && again)
    }
}

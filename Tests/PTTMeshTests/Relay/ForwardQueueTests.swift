import PTTWire
import Testing

@testable import PTTMesh

@Suite("Packets that wait to be forwarded")
struct ForwardQueueTests {
    private func entry(_ number: UInt64, due: Int64, over link: UInt32 = 1) -> ForwardQueue.Entry {
        ForwardQueue.Entry(
            due: Instant(nanoseconds: due), frame: [UInt8(number)], fingerprint: PacketFingerprint(rawValue: number),
            ingress: LinkID(rawValue: link), recipient: nil)
    }

    @Test("They leave in the order in which they are due, not before")
    func order() {
        var queue = ForwardQueue(capacity: 3)
        queue.append(entry(1, due: 30))
        queue.append(entry(2, due: 10))
        queue.append(entry(3, due: 20))
        #expect(queue.isFull)
        #expect(queue.nextDue == Instant(nanoseconds: 10))
        #expect(queue.popDue(at: Instant(nanoseconds: 9)) == nil)
        #expect(queue.popDue(at: Instant(nanoseconds: 25))?.frame == [2])
        #expect(queue.popDue(at: Instant(nanoseconds: 25))?.frame == [3])
        #expect(queue.popDue(at: Instant(nanoseconds: 25)) == nil)
        #expect(queue.nextDue == Instant(nanoseconds: 30))
    }

    @Test("A copy heard from another neighbour cancels; one over the same link, or of another packet, does not")
    func cancels() {
        var queue = ForwardQueue(capacity: 3)
        queue.append(entry(1, due: 30, over: 1))
        let sameLink = queue.cancel(PacketFingerprint(rawValue: 1), heardOver: LinkID(rawValue: 1))
        let other = queue.cancel(PacketFingerprint(rawValue: 2), heardOver: LinkID(rawValue: 2))
        let cancelled = queue.cancel(PacketFingerprint(rawValue: 1), heardOver: LinkID(rawValue: 2))
        #expect(!sameLink && !other && cancelled)
        #expect(queue.nextDue == nil)
    }
}

import CAllocationCounter
import PTTLink
import PTTTestSupport
import Synchronization
import Testing

/// Voice comes fifty times a second from each talker: what it costs is counted.
@Suite(.enabled(if: allocationsAreCounted, "allocations are not counted under a sanitizer"))
struct UDPAllocationTests {
    /// Two links on loopback that know each other; `handler` hears what the second is told.
    private func pair(_ handler: @escaping @Sendable (LinkEvent) -> Void) async throws -> (UDPLink, UDPLink, Endpoint) {
        let listener = UDPLink(UDPConfiguration(bindAddress: "127.0.0.1", discovery: nil))
        try listener.start(handler)
        let port = try #require(listener.ports.ipv4)
        let recorder = LinkRecorder()
        let sender = UDPLink(UDPConfiguration(bindAddress: "127.0.0.1", discovery: nil, peers: ["127.0.0.1:\(port)"]))
        try sender.start(recorder.record)
        #expect(await recorder.wait { !$0.up.isEmpty })
        return (sender, listener, try #require(recorder.log.up.first))
    }

    @Test func `sending to a neighbour and to all allocates nothing`() async throws {
        let (sender, listener, peer) = try await pair { _ in }
        defer {
            sender.stop()
            listener.stop()
        }
        let datagram = [UInt8](repeating: 7, count: 256)
        for _ in 0..<10 {
            sender.send(datagram, to: peer)
            sender.broadcast(datagram, except: nil)
        }
        #expect(allocationCount { for _ in 0..<100 { sender.send(datagram, to: peer) } } == 0)
        #expect(allocationCount { for _ in 0..<100 { sender.broadcast(datagram, except: nil) } } == 0)
    }

    @Test func `receiving allocates the datagram's bytes and nothing else`() async throws {
        let counts = Mutex<[UInt64]>([])
        let received = LinkRecorder()
        let (sender, listener, peer) = try await pair { event in
            // From the end of one call to the beginning of the next, all on the link's thread.
            let count = CAllocationCounter_stop()
            counts.withLock { $0.append(count) }
            received.record(event)
            CAllocationCounter_start()
        }
        defer {
            sender.stop()
            listener.stop()
        }
        for number in 0..<60 as Range<UInt8> {
            sender.send([UInt8](repeating: number, count: 256), to: peer)
            #expect(await received.wait { $0.received.count == Int(number) + 1 })
        }
        let steady = counts.withLock { $0.suffix(40) }
        // The link's upkeep, now and then, falls between two.
        #expect(steady.count { $0 == 1 } >= 36, "\(steady)")
    }
}

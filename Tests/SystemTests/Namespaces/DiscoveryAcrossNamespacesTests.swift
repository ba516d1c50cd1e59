import PTTLink
import PTTTestSupport
import Testing

/// Nodes on two hosts that know nothing of each other but the cable.
@Suite(.serialized) struct DiscoveryAcrossNamespacesTests {
    private struct Node: Sendable {
        let link = UDPLink()
        let recorder = LinkRecorder()
    }

    private func start(_ side: NetworkNamespaces.Side, of hosts: NetworkNamespaces) async throws -> Node {
        let node = Node()
        try await hosts.onThread(of: side) { try node.link.start(node.recorder.record) }
        return node
    }

    /// Announces from both ends, as nodes do, until both have heard, or for about `seconds`.
    private func meet(_ left: Node, _ right: Node, within seconds: Int = 15) async -> Bool {
        let peace = Duration.milliseconds(100)
        for _ in 0..<(seconds * 10) {
            left.link.broadcast([1], except: nil)
            right.link.broadcast([2], except: nil)
            let leftHeard = await left.recorder.wait(upTo: peace) { $0.datagrams.contains([2]) }
            let rightHeard = await right.recorder.wait(upTo: peace) { $0.datagrams.contains([1]) }
            if leftHeard, rightHeard { return true }
        }
        return false
    }

    @Test(
        .disabled(if: NetworkNamespaces.obstacle != nil, "\(NetworkNamespaces.obstacle ?? "")"),
        arguments: NetworkNamespaces.Families.allCases)
    func `nodes find each other by multicast alone and then talk`(_ families: NetworkNamespaces.Families) async throws {
        let hosts = try NetworkNamespaces(families)
        defer { hosts.remove() }
        let (left, right) = (try await start(.left, of: hosts), try await start(.right, of: hosts))
        defer {
            left.link.stop()
            right.link.stop()
        }
        #expect(await meet(left, right))
        for endpoint in left.recorder.log.up {
            #expect(endpoint.address.hasPrefix(families == .ipv6 ? "[fe80:" : families == .ipv4 ? "192.0.2.2:" : ""))
        }
        let peer = try #require(left.recorder.log.up.last)
        left.link.send([3, 4, 5], to: peer)
        #expect(await right.recorder.wait { $0.datagrams.contains([3, 4, 5]) })
    }

    @Test(.disabled(if: NetworkNamespaces.obstacle != nil, "\(NetworkNamespaces.obstacle ?? "")"))
    func `nodes find each other on a cable that is plugged in later, and again after it was pulled`() async throws {
        let hosts = try NetworkNamespaces(.both, isPlugged: false)
        defer { hosts.remove() }
        let (left, right) = (try await start(.left, of: hosts), try await start(.right, of: hosts))
        defer {
            left.link.stop()
            right.link.stop()
        }
        left.link.broadcast([0], except: nil)
        #expect(right.recorder.log.up == [])
        try hosts.plug()
        #expect(await meet(left, right))
        try hosts.unplug()
        try hosts.plug()
        left.link.broadcast([9], except: nil)
        var hasHeard = false
        for _ in 0..<100 where !hasHeard {
            left.link.broadcast([9], except: nil)
            hasHeard = await right.recorder.wait(upTo: .milliseconds(100)) { $0.datagrams.contains([9]) }
        }
        #expect(hasHeard)
    }

    @Test(.disabled(if: NetworkNamespaces.obstacle != nil, "\(NetworkNamespaces.obstacle ?? "")"))
    func `datagrams wait in order for a socket that is full and go out when it is not`() async throws {
        let hosts = try NetworkNamespaces(.ipv4)
        defer { hosts.remove() }
        // While nobody answers for an address the kernel keeps what is sent there, on the sender's account.
        try hosts.set("net.ipv4.neigh.cable.unres_qlen_bytes", to: "100000000", on: .left)
        let right = try await start(.right, of: hosts)
        let port = try #require(right.link.ports.ipv4)
        let left = UDPLink(UDPConfiguration(discovery: nil, peers: ["192.0.2.77:9", "192.0.2.2:\(port)"]))
        let recorder = LinkRecorder()
        try await hosts.onThread(of: .left) { try left.start(recorder.record) }
        defer {
            left.stop()
            right.link.stop()
        }
        #expect(await recorder.wait { $0.up.count == 2 })
        for _ in 0..<200 { left.send([UInt8](repeating: 0, count: 1_400), to: Endpoint("192.0.2.77:9")) }
        let numbered = (0..<100 as Range<UInt8>).map { [$0] }
        for datagram in numbered { left.send(datagram, to: Endpoint("192.0.2.2:\(port)")) }
        #expect(right.recorder.log.datagrams == [])
        #expect(await right.recorder.wait { $0.received.count == 100 })
        #expect(right.recorder.log.datagrams == numbered)
        #expect(recorder.log.faults.allSatisfy { $0.code == .unreachable })
    }
}

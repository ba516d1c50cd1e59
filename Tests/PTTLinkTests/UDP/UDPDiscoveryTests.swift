import PTTLink
import PTTTestSupport
import Testing

@Suite struct UDPDiscoveryTests {
    @Test func `two nodes of one machine find each other on the group alone`() async throws {
        let discovery = UDPConfiguration.Discovery(port: try UDPTestPort.free())
        let configuration = UDPConfiguration(discovery: discovery, interfaces: ["lo"])
        let (left, right) = (UDPLink(configuration), UDPLink(configuration))
        let (leftRecorder, rightRecorder) = (LinkRecorder(), LinkRecorder())
        try left.start(leftRecorder.record)
        try right.start(rightRecorder.record)
        defer {
            left.stop()
            right.stop()
        }

        left.broadcast([1, 2, 3], except: nil)
        #expect(await rightRecorder.wait { $0.datagrams == [[1, 2, 3]] })
        let leftEndpoint = try #require(rightRecorder.log.up.first)
        right.send([4], to: leftEndpoint)
        #expect(await leftRecorder.wait { $0.datagrams == [[4]] })
        // Its own broadcast came back by the group and was not told.
        #expect(leftRecorder.log.up.count == 1)
        #expect(leftRecorder.log.faults == [])
    }

    @Test func `a static peer is up at once and answers by where the datagram came from`() async throws {
        let callee = UDPLink(UDPConfiguration(bindAddress: "127.0.0.1", discovery: nil))
        let calleeRecorder = LinkRecorder()
        try callee.start(calleeRecorder.record)
        defer { callee.stop() }
        let port = try #require(callee.ports.ipv4)

        let caller = UDPLink(
            UDPConfiguration(
                bindAddress: "127.0.0.1", discovery: nil, peers: ["127.0.0.1:\(port)"], silenceLimit: .seconds(3600)))
        let callerRecorder = LinkRecorder()
        try caller.start(callerRecorder.record)
        defer { caller.stop() }
        #expect(await callerRecorder.wait { $0.up == [Endpoint("127.0.0.1:\(port)")] })

        caller.broadcast([7], except: nil)
        #expect(await calleeRecorder.wait { $0.datagrams == [[7]] })
        callee.broadcast([8], except: nil)
        #expect(await callerRecorder.wait { $0.datagrams == [[8]] })
        #expect(callerRecorder.log.up.count == 1)
    }
}

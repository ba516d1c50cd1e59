import PTTLink
import PTTTestSupport
import Testing

@Suite struct UDPLinkTests {
    /// A link on IPv4 loopback without discovery.
    private func loopback(
        peers: [String] = [], silenceLimit: Duration = .seconds(45),
        _ change: (inout UDPConfiguration) -> Void = { _ in }
    ) throws -> (link: UDPLink, recorder: LinkRecorder, port: UInt16) {
        var configuration = UDPConfiguration(
            bindAddress: "127.0.0.1", discovery: nil, peers: peers, silenceLimit: silenceLimit)
        change(&configuration)
        let (link, recorder) = (UDPLink(configuration), LinkRecorder())
        try link.start(recorder.record)
        return (link, recorder, try #require(link.ports.ipv4))
    }

    @Test func `both families have the same port, chosen or free`() throws {
        for _ in 0..<20 {
            let link = UDPLink(UDPConfiguration(discovery: nil))
            try link.start { _ in }
            defer { link.stop() }
            let ports = link.ports
            #expect(ports.ipv4 == ports.ipv6)
            #expect(try #require(ports.ipv4) > 0)
        }
        let port = try UDPTestPort.free()
        let link = UDPLink(UDPConfiguration(port: port, discovery: nil))
        try link.start { _ in }
        defer { link.stop() }
        #expect(link.ports.ipv4 == port && link.ports.ipv6 == port)
    }

    @Test func `a port in use is refused with what to do, and so is that of discovery`() throws {
        let holder = try loopback()
        defer { holder.link.stop() }
        let port = holder.port
        let second = UDPLink(UDPConfiguration(port: port, bindAddress: "127.0.0.1", discovery: nil))
        #expect {
            try second.start { _ in }
        } throws: { error in
            (error as? LinkError)?.code == .addressInUse && "\(error)".contains("choose another")
        }
        let discovery = UDPConfiguration.Discovery()
        let third = UDPLink(UDPConfiguration(port: discovery.port, discovery: discovery))
        #expect {
            try third.start { _ in }
        } throws: { error in
            (error as? LinkError)?.code == .addressInUse
        }
    }

    @Test(arguments: [
        UDPConfiguration(bindAddress: "host.example"), UDPConfiguration(bindAddress: "192.0.2.99"),
        UDPConfiguration(discovery: UDPConfiguration.Discovery(ipv4Group: "10.0.0.1")),
        UDPConfiguration(discovery: UDPConfiguration.Discovery(ipv6Group: "nonsense")),
        UDPConfiguration(discovery: UDPConfiguration.Discovery(port: 0)), UDPConfiguration(peers: ["nobody"]),
    ])
    func `a configuration that cannot be is refused and leaves nothing behind`(_ configuration: UDPConfiguration) throws
    {
        let link = UDPLink(configuration)
        #expect(throws: LinkError.self) { try link.start { _ in } }
        #expect(link.ports == (nil, nil))
        link.broadcast([1], except: nil)
        link.stop()
    }

    @Test func `a silent neighbour goes down and comes up when it speaks`() async throws {
        let listener = try loopback(silenceLimit: .milliseconds(200))
        let speaker = try loopback(peers: ["127.0.0.1:\(listener.port)"])
        defer {
            listener.link.stop()
            speaker.link.stop()
        }
        let name = Endpoint("127.0.0.1:\(speaker.port)")
        speaker.link.broadcast([1], except: nil)
        #expect(await listener.recorder.wait { $0.down == [name] })
        speaker.link.broadcast([2], except: nil)
        #expect(await listener.recorder.wait { $0.up == [name, name] })
    }

    @Test func `a static peer that is silent goes down, is still called, and comes up when it answers`() async throws {
        let callee = try loopback()
        let caller = try loopback(peers: ["127.0.0.1:\(callee.port)"], silenceLimit: .milliseconds(100))
        defer {
            callee.link.stop()
            caller.link.stop()
        }
        let name = Endpoint("127.0.0.1:\(callee.port)")
        #expect(await caller.recorder.wait { $0.up == [name] && $0.down == [name] })
        caller.link.broadcast([1], except: nil)
        #expect(await callee.recorder.wait { $0.datagrams == [[1]] })
        callee.link.broadcast([2], except: nil)
        #expect(await caller.recorder.wait { $0.up == [name, name] && $0.datagrams == [[2]] })
    }

    @Test func `a peer named by its host is looked up and reached by whichever address answers`() async throws {
        let callee = try loopback()
        let caller = UDPLink(UDPConfiguration(discovery: nil, peers: ["localhost:\(callee.port)"]))
        let recorder = LinkRecorder()
        try caller.start(recorder.record)
        defer {
            callee.link.stop()
            caller.stop()
        }
        // The first address is up at once, and both are called until one has answered.
        #expect(await recorder.wait { $0.up.count == 1 })
        caller.broadcast([1], except: nil)
        #expect(await callee.recorder.wait { $0.datagrams.contains([1]) })
        callee.link.broadcast([2], except: nil)
        #expect(await recorder.wait { $0.up.contains(Endpoint("127.0.0.1:\(callee.port)")) })
    }

    @Test func `a name that cannot be looked up is a fault that says so`() async throws {
        let caller = try loopback(peers: [String(repeating: "a", count: 300) + ":1"])
        defer { caller.link.stop() }
        #expect(await caller.recorder.wait { $0.faults.contains { $0.code == .unreachable } })
    }

    @Test func `nobody at the other end does not disturb what else is sent`() async throws {
        let gone = try loopback()
        gone.link.stop()
        let listener = try loopback()
        let caller = try loopback(peers: ["127.0.0.1:\(gone.port)", "127.0.0.1:\(listener.port)"])
        defer {
            listener.link.stop()
            caller.link.stop()
        }
        #expect(await caller.recorder.wait { $0.up.count == 2 })
        for number in 0..<50 as Range<UInt8> {
            caller.link.send([0], to: Endpoint("127.0.0.1:\(gone.port)"))
            caller.link.send([number], to: Endpoint("127.0.0.1:\(listener.port)"))
        }
        #expect(await listener.recorder.wait { $0.received.count == 50 })
        #expect(caller.recorder.log.faults == [])
    }

    @Test func `what a node sends to itself is not told`() async throws {
        let port = try UDPTestPort.free()
        let link = UDPLink(UDPConfiguration(port: port, discovery: nil, peers: ["127.0.0.1:\(port)", "[::1]:\(port)"]))
        let (recorder, witness) = (LinkRecorder(), try loopback(peers: ["127.0.0.1:\(port)"]))
        try link.start(recorder.record)
        defer {
            link.stop()
            witness.link.stop()
        }
        link.broadcast([1], except: nil)
        witness.link.broadcast([2], except: nil)
        #expect(await recorder.wait { $0.datagrams == [[2]] })
        #expect(recorder.log.up == [Endpoint("127.0.0.1:\(witness.port)")])
    }

    @Test func `more neighbours than the table holds are told up and down in pairs`() async throws {
        let listener = try loopback { $0.maximumEndpoints = 3 }
        defer { listener.link.stop() }
        let speakers = try (0..<8).map { _ in try loopback(peers: ["127.0.0.1:\(listener.port)"]) }
        defer { for speaker in speakers { speaker.link.stop() } }
        for (number, speaker) in speakers.enumerated() {
            speaker.link.broadcast([1], except: nil)
            #expect(await listener.recorder.wait { $0.received.count == number + 1 })
        }
        #expect(await listener.recorder.wait { $0.up.count == 8 && $0.down.count == 5 })
    }

    @Test func `a burst of datagrams larger than any queue of ours neither blocks nor breaks the link`() async throws {
        let listener = try loopback()
        let sender = try loopback(peers: ["127.0.0.1:\(listener.port)"]) { $0.queueLimit = 4 }
        defer {
            listener.link.stop()
            sender.link.stop()
        }
        let peer = Endpoint("127.0.0.1:\(listener.port)")
        #expect(await sender.recorder.wait { $0.up == [peer] })
        let large = [UInt8](repeating: 1, count: 60_000)
        for _ in 0..<2_000 { sender.link.send(large, to: peer) }
        #expect(sender.recorder.log.faults.allSatisfy { $0.code == .queueFull })
        var arrived = false
        for _ in 0..<200 where !arrived {
            sender.link.send([7], to: peer)
            arrived = await listener.recorder.wait(upTo: .milliseconds(50)) { $0.datagrams.contains([7]) }
        }
        #expect(arrived)
    }
}

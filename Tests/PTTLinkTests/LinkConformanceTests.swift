import PTTLink
import PTTTestSupport
import Synchronization
import Testing

/// What every link promises, asked of every link.
@Suite struct LinkConformanceTests {
    /// Starts `count` nodes, has them meet, and takes them down whatever happens.
    private func withNodes(
        _ count: Int, of subject: LinkSubject, _ body: (LinkBench, [[Endpoint?]]) async throws -> Void
    ) async throws {
        let bench = try subject.make(count)
        defer { bench.stop() }
        try bench.start()
        try await body(bench, try await bench.introduce())
    }

    @Test(arguments: LinkSubject.all)
    func `datagrams of every size arrive whole`(_ subject: LinkSubject) async throws {
        try await withNodes(2, of: subject) { bench, names in
            let peer = try #require(names[0][1])
            let maximum = try #require(bench.nodes[0].recorder.log.traits[peer]).maximumDatagramBytes
            let sizes = [0, 1, 2, 255, 256, 1_400, 1_500, maximum - 1, maximum].filter { $0 <= maximum }
            for size in sizes {
                let datagram = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ size) }
                bench.nodes[0].link.send(datagram, to: peer)
                #expect(await bench.wait(1) { $0.datagrams.contains(datagram) }, "\(size) bytes")
            }
            #expect(bench.nodes[0].recorder.log.faults == [])
        }
    }

    @Test(arguments: LinkSubject.all)
    func `a datagram that is too large is a fault and nothing is sent`(_ subject: LinkSubject) async throws {
        try await withNodes(2, of: subject) { bench, names in
            let peer = try #require(names[0][1])
            let maximum = try #require(bench.nodes[0].recorder.log.traits[peer]).maximumDatagramBytes
            let oversize = [UInt8](repeating: 9, count: maximum + 1)
            bench.nodes[0].link.send(oversize, to: peer)
            bench.nodes[0].link.broadcast(oversize, except: nil)
            #expect(await bench.wait(0) { $0.faults.count { $0.code == .tooLarge } >= 2 })
            bench.nodes[0].link.send([1], to: peer)
            #expect(await bench.wait(1) { $0.datagrams.contains([1]) })
            #expect(bench.nodes[1].recorder.log.datagrams.allSatisfy { $0.count < 9 })
        }
    }

    @Test(arguments: LinkSubject.all)
    func `a datagram reaches the neighbour it is for and comes from its sender`(_ subject: LinkSubject) async throws {
        try await withNodes(3, of: subject) { bench, names in
            let peer = try #require(names[0][1])
            bench.nodes[0].link.send([42, 1], to: peer)
            #expect(await bench.wait(1) { $0.datagrams.contains([42, 1]) })
            #expect(bench.nodes[1].recorder.log.sources(of: [42, 1]) == [try #require(names[1][0])])
            // What was sent to a third later has arrived, so the first would have.
            bench.nodes[0].link.send([42, 2], to: try #require(names[0][2]))
            #expect(await bench.wait(2) { $0.datagrams.contains([42, 2]) })
            #expect(!bench.nodes[2].recorder.log.datagrams.contains([42, 1]))
        }
    }

    @Test(arguments: LinkSubject.all)
    func `a broadcast reaches everyone but its sender and the excepted`(_ subject: LinkSubject) async throws {
        try await withNodes(4, of: subject) { bench, names in
            bench.nodes[0].link.broadcast([7, 7], except: names[0][2])
            #expect(await bench.wait(1) { $0.datagrams.contains([7, 7]) })
            #expect(await bench.wait(3) { $0.datagrams.contains([7, 7]) })
            bench.nodes[0].link.send([8, 8], to: try #require(names[0][2]))
            #expect(await bench.wait(2) { $0.datagrams.contains([8, 8]) })
            let excepted = bench.nodes[2].recorder.log.datagrams.contains([7, 7])
            #expect(excepted == subject.exclusions.contains(.broadcastReachesExcepted))
            #expect(!bench.nodes[0].recorder.log.datagrams.contains([7, 7]))
        }
    }

    @Test(arguments: LinkSubject.all)
    func `a neighbour is up once, before its first datagram`(_ subject: LinkSubject) async throws {
        let bench = try subject.make(2)
        defer { bench.stop() }
        let kinds = Mutex<[String]>([])
        try bench.nodes[0].link.start { event in
            switch event {
            case .up: kinds.withLock { $0.append("up") }
            case .down: kinds.withLock { $0.append("down") }
            case .received: kinds.withLock { $0.append("received") }
            case .fault: kinds.withLock { $0.append("fault") }
            }
            bench.nodes[0].recorder.record(event)
        }
        try bench.nodes[1].link.start(bench.nodes[1].recorder.record)
        _ = try await bench.introduce()
        #expect(kinds.withLock { $0.first } == "up")
        #expect(kinds.withLock { $0.count { $0 == "up" } } == 1)
        #expect(kinds.withLock { !$0.contains("down") && !$0.contains("fault") })
    }

    @Test(arguments: LinkSubject.all)
    func `a neighbour that leaves is down`(_ subject: LinkSubject) async throws {
        guard !subject.exclusions.contains(.departureIsSilent) else { return }
        try await withNodes(2, of: subject) { bench, names in
            bench.nodes[1].link.stop()
            let peer = try #require(names[0][1])
            #expect(await bench.wait(0) { $0.down == [peer] })
            bench.nodes[0].link.send([1], to: peer)
            #expect(await bench.wait(0) { $0.faults.contains { $0.code == .unreachable } })
        }
    }

    @Test(arguments: LinkSubject.all)
    func `a link that was stopped tells nothing and sending on it is harmless`(_ subject: LinkSubject) async throws {
        try await withNodes(3, of: subject) { bench, names in
            let (sender, stopped, witness) = (bench.nodes[0], bench.nodes[1], bench.nodes[2])
            stopped.link.stop()
            let told = stopped.recorder.log.received.count
            sender.link.broadcast([5], except: nil)
            stopped.link.send([6], to: try #require(names[1][2]))
            stopped.link.broadcast([6], except: nil)
            stopped.link.stop()
            #expect(await bench.wait(2) { $0.datagrams.contains([5]) })
            #expect(stopped.recorder.log.received.count == told)
            #expect(!witness.recorder.log.datagrams.contains([6]))
        }
    }

    @Test(arguments: LinkSubject.all)
    func `a link can be stopped from its own handler`(_ subject: LinkSubject) async throws {
        let bench = try subject.make(2)
        defer { bench.stop() }
        let (first, second) = (bench.nodes[0], bench.nodes[1])
        try first.link.start { event in
            first.recorder.record(event)
            if case .received = event { first.link.stop() }
        }
        try second.link.start(second.recorder.record)
        for round in 0..<3 {
            second.link.broadcast([1, UInt8(round)], except: nil)
            first.link.broadcast([2, UInt8(round)], except: nil)
            second.link.broadcast([3, UInt8(round)], except: nil)
        }
        #expect(await bench.wait(0) { !$0.received.isEmpty })
        first.link.stop()
        #expect(first.recorder.log.received.count == 1)
    }

    @Test(arguments: LinkSubject.all)
    func `a link starts again after it was stopped and not twice at once`(_ subject: LinkSubject) async throws {
        try await withNodes(2, of: subject) { bench, _ in
            let (first, second) = (bench.nodes[0], bench.nodes[1])
            #expect(throws: LinkError.self) { try second.link.start { _ in } }
            second.link.stop()
            let again = LinkRecorder()
            try second.link.start(again.record)
            second.link.broadcast([11], except: nil)
            #expect(await bench.wait(0) { $0.datagrams.contains([11]) })
            let name = try #require(first.recorder.log.sources(of: [11]).first)
            first.link.send([12], to: name)
            bench.pump()
            #expect(await again.wait { $0.datagrams.contains([12]) })
        }
    }

    @Test(arguments: LinkSubject.all)
    func `an endpoint that is nobody's is a fault`(_ subject: LinkSubject) async throws {
        try await withNodes(2, of: subject) { bench, _ in
            bench.nodes[0].link.send([1], to: Endpoint("nobody"))
            #expect(await bench.wait(0) { $0.faults.map(\.code) == [.unreachable] })
        }
    }

    @Test(arguments: LinkSubject.all)
    func `many threads may send while the link receives, and the handler runs alone`(
        _ subject: LinkSubject
    ) async throws {
        let bench = try subject.make(2)
        defer { bench.stop() }
        let inside = Atomic(0)
        let overlaps = Atomic(0)
        try bench.nodes[0].link.start(bench.nodes[0].recorder.record)
        try bench.nodes[1].link.start { event in
            if inside.wrappingAdd(1, ordering: .relaxed).oldValue != 0 { overlaps.wrappingAdd(1, ordering: .relaxed) }
            bench.nodes[1].recorder.record(event)
            inside.wrappingSubtract(1, ordering: .relaxed)
        }
        let names = try await bench.introduce()
        let peer = try #require(names[0][1])
        await withTaskGroup(of: Void.self) { group in
            for sender in 0..<8 {
                group.addTask {
                    for number in 0..<25 {
                        bench.nodes[0].link.send([0xAA, UInt8(sender), UInt8(number)], to: peer)
                    }
                }
            }
        }
        #expect(await bench.wait(1) { log in log.datagrams.count { $0.first == 0xAA } == 200 })
        #expect(Set(bench.nodes[1].recorder.log.datagrams.filter { $0.first == 0xAA }).count == 200)
        #expect(overlaps.load(ordering: .relaxed) == 0)
    }
}

import PTTLink
import PTTTestSupport
import Synchronization
import Testing

@Suite struct LoopbackNetworkTests {
    private struct Arrival: Hashable {
        let number: Int
        let time: Duration
    }

    /// Sends `count` numbered datagrams of `bytes` each, `interval` apart, over a path from left to right.
    private func arrivals(
        _ impairment: Impairment, seed: UInt64 = 1, count: Int = 2_000, bytes: Int = 100,
        interval: Duration = .milliseconds(20)
    ) throws -> [Arrival] {
        let network = LoopbackNetwork(clock: .manual, seed: seed, impairment: impairment)
        let (left, right) = (network.makeLink("left"), network.makeLink("right"))
        let arrivals = Mutex<[Arrival]>([])
        try left.start { _ in }
        try right.start { event in
            guard case .received(let datagram, _) = event else { return }
            #expect(datagram.count == bytes)
            let number = Int(datagram[0]) << 8 | Int(datagram[1])
            arrivals.withLock { $0.append(Arrival(number: number, time: network.now)) }
        }
        network.advance(by: .zero)
        let padding = [UInt8](repeating: 0, count: bytes - 2)
        for number in 0..<count {
            left.send([UInt8(number >> 8), UInt8(number & 255)] + padding, to: right.endpoint)
            network.advance(by: interval)
        }
        network.advance(by: .seconds(60))
        left.stop()
        right.stop()
        return arrivals.withLock(\.self)
    }

    @Test func `an unimpaired path delivers everything at once and in order`() throws {
        let heard = try arrivals(.none, count: 100)
        #expect(heard == (0..<100).map { Arrival(number: $0, time: .milliseconds(20) * $0) })
    }

    @Test func `delay and jitter stay within their bounds and keep the order`() throws {
        let heard = try arrivals(Impairment(delay: .milliseconds(30), jitter: .milliseconds(60)))
        #expect(heard.map(\.number) == Array(0..<2_000))
        let delays = heard.map { $0.time - .milliseconds(20) * $0.number }
        #expect(delays.allSatisfy { (.milliseconds(30)...Duration.milliseconds(90)).contains($0) })
        #expect(delays.contains { $0 < .milliseconds(35) } && delays.contains { $0 > .milliseconds(85) })
    }

    @Test(arguments: [1.0, 4.0])
    func `loss comes in the share and the runs that were asked for`(_ run: Double) throws {
        let count = 20_000
        let heard = try arrivals(Impairment(loss: 0.1, meanLossRun: run), count: count).map(\.number)
        let lost = Set(0..<count).subtracting(heard)
        #expect((0.08...0.12).contains(Double(lost.count) / Double(count)))
        let runs = lost.count { !lost.contains($0 - 1) }
        #expect(abs(Double(lost.count) / Double(runs) - (run == 1 ? 1.11 : run)) < 0.5)
    }

    @Test func `nothing passes when all is lost, nor across a partition until it heals`() throws {
        #expect(try arrivals(Impairment(loss: 1), count: 50).isEmpty)
        let network = LoopbackNetwork(clock: .manual, seed: 1)
        let bench = LinkBench(["a", "b", "c", "d"].map { network.makeLink($0) }) { network.advance(by: .seconds(1)) }
        try bench.start()
        bench.pump()
        network.partition([["a", "b"], ["c"]])
        bench.nodes[0].link.broadcast([1], except: nil)
        bench.nodes[3].link.send([2], to: Endpoint("c"))
        bench.pump()
        #expect(bench.nodes.map(\.recorder.log.datagrams) == [[], [[1]], [], []])
        #expect(bench.nodes.allSatisfy { $0.recorder.log.down.isEmpty })
        network.heal()
        bench.nodes[0].link.broadcast([3], except: nil)
        bench.pump()
        #expect(bench.nodes.map(\.recorder.log.datagrams) == [[], [[1], [3]], [[3]], [[3]]])
    }

    @Test func `copies arrive in the share that was asked for`() throws {
        let heard = try arrivals(Impairment(duplication: 0.25), count: 4_000)
        #expect((4_800...5_200).contains(heard.count))
        #expect(Set(heard.map(\.number)).count == 4_000)
    }

    @Test func `a datagram held back is overtaken`() throws {
        let impairment = Impairment(delay: .milliseconds(30), reordering: 0.1)
        let numbers = try arrivals(impairment).map(\.number)
        #expect(Set(numbers).count == 2_000)
        let overtaken = zip(numbers, numbers.dropFirst()).count { $0 > $1 }
        #expect((120...280).contains(overtaken))
    }

    @Test func `a narrow path spaces datagrams out and drops what its queue cannot hold`() throws {
        let narrow = Impairment(bytesPerSecond: 1_000, queueBytes: 1_000)
        let heard = try arrivals(narrow, count: 40, interval: .zero)
        // The first is under way at once; what follows waits in the queue of 1000 bytes.
        #expect(heard.map(\.number) == Array(0..<10))
        #expect(heard.map(\.time) == (1...10).map { .milliseconds(100) * $0 })
    }

    @Test func `an overflow is told to the sender`() throws {
        let network = LoopbackNetwork(
            clock: .manual, seed: 1, impairment: Impairment(bytesPerSecond: 10, queueBytes: 10))
        let bench = LinkBench([network.makeLink("a"), network.makeLink("b")])
        try bench.start()
        network.advance(by: .zero)
        for _ in 0..<3 { bench.nodes[0].link.send([UInt8](repeating: 0, count: 8), to: Endpoint("b")) }
        network.advance(by: .seconds(10))
        #expect(bench.nodes[0].recorder.log.faults.map(\.code) == [.queueFull, .queueFull])
        #expect(bench.nodes[1].recorder.log.datagrams.count == 1)
    }

    @Test func `the same seed gives the same network and another seed another`() throws {
        let impairment = Impairment(
            delay: .milliseconds(30), jitter: .milliseconds(30), loss: 0.1, meanLossRun: 3, duplication: 0.05,
            reordering: 0.05, bytesPerSecond: 15_000)
        let first = try arrivals(impairment, seed: 5)
        #expect(try arrivals(impairment, seed: 5) == first)
        #expect(try arrivals(impairment, seed: 6) != first)
    }

    @Test func `each direction may be impaired by itself`() throws {
        let network = LoopbackNetwork(clock: .manual, seed: 1)
        network.impair(Impairment(loss: 1), from: "a", to: "b")
        let bench = LinkBench([network.makeLink("a"), network.makeLink("b")])
        try bench.start()
        network.advance(by: .zero)
        bench.nodes[0].link.broadcast([1], except: nil)
        bench.nodes[1].link.broadcast([2], except: nil)
        network.advance(by: .zero)
        #expect(bench.nodes.map(\.recorder.log.datagrams) == [[[2]], []])
    }

    @Test func `in a chosen topology only neighbours hear, and are told when they part`() throws {
        let network = LoopbackNetwork(clock: .manual, seed: 1, topology: .chosen)
        network.connect("a", "b")
        let bench = LinkBench(["a", "b", "c"].map { network.makeLink($0) }) { network.advance(by: .zero) }
        try bench.start()
        network.connect("b", "c")
        bench.pump()
        #expect(bench.nodes.map { Set($0.recorder.log.up.map(\.address)) } == [["b"], ["a", "c"], ["b"]])
        bench.nodes[0].link.broadcast([1], except: nil)
        bench.pump()
        #expect(bench.nodes.map(\.recorder.log.datagrams) == [[], [[1]], []])
        network.disconnect("b", "a")
        bench.pump()
        #expect(bench.nodes.map { $0.recorder.log.down.map(\.address) } == [["b"], ["a"], []])
        bench.nodes[0].link.send([2], to: Endpoint("b"))
        bench.pump()
        #expect(bench.nodes[0].recorder.log.faults.map(\.code) == [.unreachable])
    }

    @Test func `a farewell arrives before the neighbour is down`() throws {
        let network = LoopbackNetwork(clock: .manual, seed: 1, impairment: Impairment(delay: .milliseconds(40)))
        let bench = LinkBench([network.makeLink("a"), network.makeLink("b")])
        try bench.start()
        network.advance(by: .zero)
        bench.nodes[0].link.broadcast([9], except: nil)
        bench.nodes[0].link.stop()
        network.advance(by: .milliseconds(39))
        #expect(bench.nodes[1].recorder.log.down == [])
        network.advance(by: .milliseconds(1))
        #expect(bench.nodes[1].recorder.log.datagrams == [[9]])
        #expect(bench.nodes[1].recorder.log.down == [Endpoint("a")])
    }

    @Test func `scheduled actions run in their place among deliveries, and may advance further`() throws {
        let network = LoopbackNetwork(clock: .manual, seed: 1, impairment: Impairment(delay: .milliseconds(10)))
        let bench = LinkBench([network.makeLink("a"), network.makeLink("b")])
        try bench.start()
        network.advance(by: .zero)
        let seen = Mutex<[Int]>([])
        network.schedule(at: .milliseconds(5)) {
            bench.nodes[0].link.broadcast([1], except: nil)
            network.advance(by: .milliseconds(20))
        }
        network.schedule(at: .milliseconds(14)) {
            seen.withLock { $0.append(bench.nodes[1].recorder.log.received.count) }
        }
        network.schedule(at: .milliseconds(16)) {
            seen.withLock { $0.append(bench.nodes[1].recorder.log.received.count) }
        }
        network.advance(by: .milliseconds(6))
        #expect(seen.withLock(\.self) == [0, 1])
        #expect(network.now == .milliseconds(25))
    }

    @Test func `real time passes for a real clock`() async throws {
        let network = LoopbackNetwork(clock: .real, seed: 1, impairment: Impairment(delay: .milliseconds(30)))
        let bench = LinkBench([network.makeLink("a"), network.makeLink("b")])
        try bench.start()
        defer { bench.stop() }
        #expect(await bench.wait(0) { $0.up.count == 1 })
        let start = ContinuousClock.now
        bench.nodes[0].link.send([1], to: Endpoint("b"))
        #expect(await bench.wait(1) { $0.datagrams == [[1]] })
        #expect(ContinuousClock.now - start >= .milliseconds(30))
    }
}

import Testing

@testable import PTTLink

@Suite struct EndpointTableTests {
    private let start = ContinuousClock.now

    private func table(capacity: Int = 8, admissions: Int = 1_000) -> EndpointTable {
        EndpointTable(
            capacity: capacity, silenceLimit: .seconds(45), admissionsPerSecond: admissions, now: start)
    }

    private func address(_ number: UInt32) -> SocketAddress { .ipv4(0x0A00_0000 + number, port: 4_000) }

    private func name(_ address: SocketAddress) -> String { "host \(address.low & 0xFFFF)" }

    /// Has a datagram arrive after `seconds`; returns the endpoint that came up and the one that gave way.
    @discardableResult
    private func hear(
        _ number: UInt32, at seconds: Double, onGroup: Bool = false, in table: inout EndpointTable
    ) -> (up: Endpoint?, evicted: Endpoint?, isRefused: Bool) {
        let now = start + .seconds(seconds)
        switch table.heard(address(number), onGroup: onGroup, now: now, name: name) {
        case .known: return (nil, nil, false)
        case .new(let endpoint, let evicted): return (endpoint, evicted, false)
        case .refused: return (nil, nil, true)
        }
    }

    private func deaf(_ table: EndpointTable, at seconds: Double, groups: (Bool, Bool) = (true, true)) -> Set<Endpoint>
    {
        var found: Set<Endpoint> = []
        table.forEachDeaf(to: groups, now: start + .seconds(seconds)) { found.insert($0.endpoint) }
        return found
    }

    @Test func `a neighbour is new once and found by its name and its address`() {
        var table = table()
        #expect(hear(1, at: 0, in: &table).up == Endpoint("host 1"))
        #expect(hear(1, at: 1, in: &table).up == nil)
        #expect(table.address(of: Endpoint("host 1")) == address(1))
        #expect(table.entry(at: address(1))?.endpoint == Endpoint("host 1"))
        #expect(table.address(of: Endpoint("host 2")) == nil)
    }

    @Test func `the same host with another port is another neighbour`() {
        var table = table()
        hear(1, at: 0, in: &table)
        let other = table.heard(address(1).with(port: 4_001), onGroup: false, now: start) { _ in "other" }
        guard case .new(Endpoint("other"), evicted: nil) = other else {
            Issue.record("\(other)")
            return
        }
    }

    @Test func `silence takes a neighbour down and its next datagram up again`() {
        var table = table()
        hear(1, at: 0, in: &table)
        hear(2, at: 30, in: &table)
        #expect(table.expire(now: start + .seconds(44.9)) == [])
        #expect(table.expire(now: start + .seconds(45)) == [Endpoint("host 1")])
        #expect(table.count == 1)
        #expect(hear(1, at: 46, in: &table).up == Endpoint("host 1"))
    }

    @Test func `a static peer stays in the table when it is silent and is told down and up once each`() {
        var table = table()
        #expect(table.addStatic(address(1), isUp: true, now: start, name: name) == Endpoint("host 1"))
        #expect(table.addStatic(address(1), isUp: true, now: start, name: name) == nil)
        #expect(table.expire(now: start + .seconds(45)) == [Endpoint("host 1")])
        #expect(table.expire(now: start + .seconds(90)) == [])
        #expect(deaf(table, at: 90) == [Endpoint("host 1")])
        #expect(hear(1, at: 100, in: &table).up == Endpoint("host 1"))
        #expect(hear(1, at: 101, in: &table).up == nil)
    }

    @Test func `a static peer that is not up yet comes up when it is heard`() {
        var table = table()
        #expect(table.addStatic(address(1), isUp: false, now: start, name: name) == nil)
        #expect(table.remove(address(1)) == nil)
        #expect(table.addStatic(address(1), isUp: false, now: start, name: name) == nil)
        #expect(hear(1, at: 0, in: &table).up == Endpoint("host 1"))
        #expect(table.remove(address(1)) == Endpoint("host 1"))
        #expect(table.count == 0)
    }

    @Test func `a full table gives up the newcomer that was silent longest, not those that speak`() {
        var table = table(capacity: 4)
        _ = table.addStatic(address(9), isUp: true, now: start, name: name)
        hear(1, at: 0, in: &table)
        hear(1, at: 2, in: &table)
        hear(2, at: 3, in: &table)
        hear(3, at: 4, in: &table)
        #expect(hear(4, at: 5, in: &table).evicted == Endpoint("host 2"))
        #expect(hear(5, at: 6, in: &table).evicted == Endpoint("host 3"))
        #expect(table.entry(at: address(1)) != nil)
        #expect(table.entry(at: address(9)) != nil)
        #expect(table.count == 4)
    }

    @Test func `a table full of those that speak gives up the one that was silent longest`() {
        var table = table(capacity: 3)
        for number in 1...3 as ClosedRange<UInt32> { hear(number, at: 0, in: &table) }
        for number in [2, 3, 1] as [UInt32] { hear(number, at: 2, in: &table) }
        #expect(hear(4, at: 3, in: &table).evicted == Endpoint("host 2"))
        #expect(hear(4, at: 5, in: &table).up == nil)
        #expect(hear(5, at: 6, in: &table).evicted == Endpoint("host 3"))
    }

    @Test func `a table of static peers refuses newcomers`() {
        var table = table(capacity: 1)
        _ = table.addStatic(address(1), isUp: true, now: start, name: name)
        #expect(hear(2, at: 0, in: &table).isRefused)
        #expect(hear(1, at: 0, in: &table).isRefused == false)
    }

    @Test func `a flood of forged sources is admitted at a limited rate and washes out nobody who speaks`() {
        var table = table(capacity: 64, admissions: 100)
        hear(1, at: 0, in: &table)
        hear(1, at: 2, in: &table)
        var admitted = 0
        for number in 0..<20_000 {
            let seconds = 3 + Double(number) / 10_000
            if hear(1_000 + UInt32(number), at: seconds, in: &table).up != nil { admitted += 1 }
        }
        #expect((200...300).contains(admitted))
        #expect(table.count == 64)
        #expect(table.entry(at: address(1)) != nil)
    }

    @Test func `broadcasts go singly to those that did not speak on the group lately`() {
        var table = table()
        hear(1, at: 0, onGroup: true, in: &table)
        hear(2, at: 0, in: &table)
        #expect(deaf(table, at: 1) == [Endpoint("host 2")])
        #expect(deaf(table, at: 1, groups: (false, true)) == [Endpoint("host 1"), Endpoint("host 2")])
        hear(1, at: 44, in: &table)
        #expect(deaf(table, at: 44) == [Endpoint("host 2")])
        #expect(deaf(table, at: 45) == [Endpoint("host 1"), Endpoint("host 2")])
    }

    @Test func `an old name at a new address moves there`() {
        var table = table()
        _ = table.heard(address(1), onGroup: false, now: start) { _ in "fe80::1%eth0" }
        _ = table.heard(address(2), onGroup: false, now: start) { _ in "fe80::1%eth0" }
        #expect(table.address(of: Endpoint("fe80::1%eth0")) == address(2))
        #expect(table.count == 1)
    }

    @Test func `random use keeps every neighbour findable and the table within its bound`() {
        var table = table(capacity: 16, admissions: .max)
        var random = SeededRandom(seed: 7)
        var up: Set<Endpoint> = []
        for step in 0..<20_000 {
            let number = UInt32(random.next() % 40)
            let seconds = Double(step) / 10
            switch random.next() % 16 {
            case 0:
                if let endpoint = table.remove(address(number)) { #expect(up.remove(endpoint) != nil) }
            case 1:
                for endpoint in table.expire(now: start + .seconds(seconds)) { #expect(up.remove(endpoint) != nil) }
            case 2 where number < 4:
                let now = start + .seconds(seconds)
                if let endpoint = table.addStatic(address(number), isUp: true, now: now, name: name) {
                    #expect(up.insert(endpoint).inserted)
                }
            default:
                let heard = hear(number, at: seconds, onGroup: number % 2 == 0, in: &table)
                if let evicted = heard.evicted { #expect(up.remove(evicted) != nil) }
                if let endpoint = heard.up { #expect(up.insert(endpoint).inserted) }
            }
            // Static peers are told to us and come on top.
            #expect(table.count <= 16 + 4)
            for endpoint in up { #expect(table.address(of: endpoint) != nil) }
        }
        #expect(!up.isEmpty)
    }
}

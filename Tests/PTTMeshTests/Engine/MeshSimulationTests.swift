import PTTMesh
import PTTTestSupport
import PTTWire
import Testing

@Suite("Whatever the network does, sessions come about and each thing arrives at most once")
struct MeshSimulationTests {
    private static let bad = PathImpairments(
        delay: .milliseconds(5)...(.milliseconds(120)), loss: 0.15, duplication: 0.1, reordering: 0.1)

    @Test("Two nodes over a path that loses, doubles and reorders", arguments: 1...60 as ClosedRange<UInt64>)
    func two(seed: UInt64) {
        let mesh = SimulatedMesh(seed: seed)
        let (left, right) = (mesh.add("left"), mesh.add("right"))
        mesh.connect(left, right, Self.bad)
        #expect(mesh.run(atMost: .seconds(60)) { haveSession(mesh, left, right) })
        exchange(mesh, left, right)
    }

    @Test("Both begin at random moments, again and again", arguments: 1...40 as ClosedRange<UInt64>)
    func crossing(seed: UInt64) {
        let mesh = SimulatedMesh(seed: seed)
        var random = SeededGenerator(seed: seed)
        let (left, right) = (mesh.add("left"), mesh.add("right"))
        mesh.connect(left, right, Self.bad)
        for _ in 0..<4 {
            mesh.run(for: .milliseconds(Int.random(in: 0...300, using: &random)))
            mesh.tell(left, .sessionWanted(mesh.id(right)))
            mesh.run(for: .milliseconds(Int.random(in: 0...300, using: &random)))
            mesh.tell(right, .sessionWanted(mesh.id(left)))
        }
        #expect(mesh.run(atMost: .seconds(60)) { haveSession(mesh, left, right) })
        exchange(mesh, left, right)
    }

    @Test("A line of three, cut in the middle and joined again", arguments: 1...30 as ClosedRange<UInt64>)
    func partition(seed: UInt64) {
        let mesh = SimulatedMesh(seed: seed)
        let nodes = (0..<3).map { mesh.add("\($0)") }
        mesh.connect(nodes[0], nodes[1], Self.bad)
        mesh.connect(nodes[1], nodes[2], Self.bad)
        mesh.run(for: .seconds(15))
        mesh.tell(nodes[0], .sessionWanted(mesh.id(nodes[2])))
        _ = mesh.run(atMost: .seconds(60)) { haveSession(mesh, nodes[0], nodes[2]) }
        mesh.disconnect(nodes[1], nodes[2], isNoticed: seed.isMultiple(of: 2))
        mesh.tell(nodes[0], .textEntered("while apart", id: "apart", to: mesh.id(nodes[2])))
        mesh.run(for: .seconds(100))
        mesh.connect(nodes[1], nodes[2], Self.bad)
        mesh.run(for: .seconds(60))
        exchange(mesh, nodes[0], nodes[2])
    }

    @Test("One side restarts at random moments", arguments: 1...30 as ClosedRange<UInt64>)
    func restarts(seed: UInt64) {
        let mesh = SimulatedMesh(seed: seed)
        var random = SeededGenerator(seed: seed)
        let (left, right) = (mesh.add("left"), mesh.add("right"))
        mesh.connect(left, right, Self.bad)
        for _ in 0..<3 {
            mesh.run(for: .milliseconds(Int.random(in: 500...20_000, using: &random)))
            mesh.restart(Bool.random(using: &random) ? left : right)
        }
        // Twenty seconds are what a responder grants a handshake over a living session; then both begin anew.
        mesh.run(for: .seconds(60))
        exchange(mesh, left, right)
    }

    private func haveSession(_ mesh: SimulatedMesh, _ left: Int, _ right: Int) -> Bool {
        mesh.nodes[left].hasSession(with: mesh.id(right)) && mesh.nodes[right].hasSession(with: mesh.id(left))
    }

    /// Talks and writes both ways; a text is repeated until confirmed, so it arrives unless five copies were lost.
    private func exchange(_ mesh: SimulatedMesh, _ left: Int, _ right: Int) {
        mesh.clearTold()
        for number in 0..<20 {
            mesh.tell(left, .textEntered("l\(number)", id: "l\(number)", to: mesh.id(right)))
            mesh.tell(right, .textEntered("r\(number)", id: "r\(number)", to: mesh.id(left)))
            for part in 0..<5 {
                let content = [UInt8(number), UInt8(part)]
                mesh.tell(left, .voiceReady(content, to: mesh.id(right)))
                mesh.run(for: .milliseconds(20))
            }
        }
        mesh.run(for: .seconds(70))
        expectOnce(mesh.nodes[right].texts.filter { $0.hasPrefix("l") }, least: 20)
        expectOnce(mesh.nodes[left].texts.filter { $0.hasPrefix("r") }, least: 20)
        expectOnce(mesh.nodes[right].voice.map { Array($0.content) }, least: 60)
        #expect(mesh.nodes[right].voice.allSatisfy { $0.isFresh })
    }

    private func expectOnce<Element: Hashable>(_ elements: [Element], least: Int) {
        #expect(Set(elements).count == elements.count)
        #expect(elements.count >= least)
    }
}

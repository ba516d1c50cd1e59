import PTTMesh
import PTTTestSupport
import PTTWire
import Testing

@Suite("The path of live voice does not allocate", .enabled(if: allocationsAreCounted))
final class MeshAllocationTests {
    private let mesh = SimulatedMesh(seed: 13)
    private let rounds = 50

    /// Frames of live voice from one node to another, not delivered yet.
    private func frames(from talker: Int, to listener: Int, count: Int) -> [[UInt8]] {
        mesh.disconnect(talker, listener, isNoticed: false)
        mesh.clearTold()
        let content = [UInt8](repeating: 5, count: 120)
        for _ in 0..<count { mesh.tell(talker, .voiceReady(content, to: mesh.id(listener))) }
        // The simulation lets go of them, so that each has one owner, as in life.
        defer { mesh.clearTold() }
        return mesh.nodes[talker].sent.map(\.frame)
    }

    @Test("Voice in costs the one buffer that is handed over")
    func voiceIn() throws {
        let (talker, listener) = (mesh.add("Talker"), mesh.add("Listener"))
        mesh.connect(talker, listener)
        mesh.run(for: .seconds(2))
        let link = try #require(mesh.link(of: listener, to: talker))
        var engine = mesh.nodes[listener].engine
        let now = mesh.clock(of: listener)
        var effects: [MeshEngine.Effect] = []
        effects.reserveCapacity(8)
        var voice = frames(from: talker, to: listener, count: 2 * rounds)
        func take(_ count: Int) {
            for _ in 0..<count {
                effects.removeAll(keepingCapacity: true)
                engine.handle(.received(voice.removeLast(), from: link), now: now, into: &effects)
            }
        }
        take(rounds)
        #expect(allocationCount { take(rounds) } == rounds)
        #expect(engine.statistics.voiceReceived == 2 * rounds)
    }

    @Test("Voice out costs the one frame that is handed over")
    func voiceOut() {
        let (talker, listener) = (mesh.add("Talker"), mesh.add("Listener"))
        mesh.connect(talker, listener)
        mesh.run(for: .seconds(2))
        var engine = mesh.nodes[talker].engine
        let now = mesh.clock(of: talker)
        let peer = mesh.id(listener)
        var effects: [MeshEngine.Effect] = []
        effects.reserveCapacity(8)
        let content = [UInt8](repeating: 5, count: 120)
        func talk(_ count: Int) {
            for _ in 0..<count {
                effects.removeAll(keepingCapacity: true)
                engine.handle(.voiceReady(content, to: peer), now: now, into: &effects)
            }
        }
        talk(rounds)
        #expect(allocationCount { talk(rounds) } == rounds)
        #expect(engine.statistics.voiceSent == 2 * rounds)
    }

    @Test("Handing on costs nothing, to a neighbour at once or to everybody later", arguments: [true, false])
    func forwarding(isLastHop: Bool) throws {
        let talker = mesh.add("Talker")
        let middle = mesh.add("Middle")
        let listener = mesh.add("Listener")
        mesh.connect(talker, listener)
        mesh.run(for: .seconds(2))
        var voice = frames(from: talker, to: listener, count: 2 * rounds)
        mesh.connect(talker, middle)
        if isLastHop { mesh.connect(middle, listener) }
        mesh.run(for: .seconds(2))
        let link = try #require(mesh.link(of: middle, to: talker))
        var engine = mesh.nodes[middle].engine
        var now = mesh.clock(of: middle)
        var effects: [MeshEngine.Effect] = []
        effects.reserveCapacity(8)
        func handOn(_ count: Int) {
            for _ in 0..<count {
                effects.removeAll(keepingCapacity: true)
                engine.handle(.received(voice.removeLast(), from: link), now: now, into: &effects)
                now.instant = now.instant + .milliseconds(20)
                now.timestamp.milliseconds += 20
                engine.handle(.deadlineReached, now: now, into: &effects)
            }
        }
        handOn(rounds)
        let before = engine.statistics.framesForwarded
        #expect(allocationCount { handOn(rounds) } == 0)
        #expect(engine.statistics.framesForwarded - before > rounds - 5)
    }
}

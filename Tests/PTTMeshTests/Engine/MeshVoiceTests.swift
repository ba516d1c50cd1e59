import PTTMesh
import PTTTestSupport
import PTTWire
import Testing

@Suite("Live voice is live")
final class MeshVoiceTests {
    private let mesh = SimulatedMesh(seed: 7)

    /// Two nodes in a session; the second's clock is off by so many milliseconds.
    private func pair(clockError: Int64 = 0) -> (talker: Int, listener: Int) {
        let listener = mesh.add("Listener")
        let talker = mesh.add("Talker", clockError: clockError)
        mesh.connect(talker, listener)
        mesh.run(for: .seconds(2))
        #expect(mesh.nodes[listener].hasSession(with: mesh.id(talker)))
        return (talker, listener)
    }

    private func talk(_ talker: Int, to listener: Int, packets: Int) {
        for number in 0..<packets {
            mesh.tell(talker, .voiceReady([UInt8(truncatingIfNeeded: number)], to: mesh.id(listener)))
            mesh.run(for: .milliseconds(20))
        }
    }

    /// What the listener was handed since, fresh or not.
    private func freshness(_ listener: Int) -> [Bool] {
        mesh.run(for: .milliseconds(10))
        defer { mesh.clearTold() }
        return mesh.nodes[listener].voice.map(\.isFresh)
    }

    @Test("A talker whose clock is 100 seconds off is as live as any", arguments: [-100_000, 100_000] as [Int64])
    func wrongClock(error: Int64) {
        let (talker, listener) = pair(clockError: error)
        talk(talker, to: listener, packets: 50)
        #expect(freshness(listener) == [Bool](repeating: true, count: 50))
    }

    @Test(
        "Voice that lay somewhere for five seconds is handed on, and not as live", arguments: [0, 100_000] as [Int64])
    func spooled(error: Int64) throws {
        let (talker, listener) = pair(clockError: error)
        let link = try #require(mesh.link(of: listener, to: talker))
        talk(talker, to: listener, packets: 10)
        #expect(freshness(listener) == [Bool](repeating: true, count: 10))

        mesh.disconnect(talker, listener, isNoticed: false)
        talk(talker, to: listener, packets: 100)
        let spooled = mesh.nodes[talker].sent.map(\.frame).filter { $0[1] == PacketType.noiseEncrypted.rawValue }
        #expect(spooled.count == 100)
        mesh.run(for: .seconds(5))
        for frame in spooled { mesh.tell(listener, .received(frame, from: link)) }
        #expect(freshness(listener) == [Bool](repeating: false, count: 100))
        #expect(mesh.nodes[listener].engine.statistics.voiceStale == 100)
    }

    @Test(
        "When the talker's wall clock is set, the session and the voice go on",
        arguments: [-3_600_000, -60_000, 60_000, 3_600_000] as [Int64])
    func talkersClockSet(error: Int64) {
        let (talker, listener) = pair()
        talk(talker, to: listener, packets: 10)
        _ = freshness(listener)
        mesh.setClockError(error, of: talker)
        talk(talker, to: listener, packets: 250)
        let fresh = freshness(listener)
        #expect(fresh.count == 250)
        // Within what the clocks of packets may differ, everyone is told at once; beyond, steadiness tells in two seconds.
        #expect(fresh.dropFirst(abs(error) < 120_000 ? 2 : 105).allSatisfy { $0 })
        talk(listener, to: talker, packets: 10)
        #expect(freshness(talker) == [Bool](repeating: true, count: 10))
    }

    @Test("When the listener's wall clock is set, nothing happens", arguments: [-3_600_000, 3_600_000] as [Int64])
    func listenersClockSet(error: Int64) {
        let (talker, listener) = pair()
        talk(talker, to: listener, packets: 10)
        _ = freshness(listener)
        mesh.setClockError(error, of: listener)
        talk(talker, to: listener, packets: 50)
        #expect(freshness(listener) == [Bool](repeating: true, count: 50))
        #expect(mesh.nodes[listener].engine.statistics[.wrongClock] == 0)
    }

    @Test("Delay that varies within two seconds leaves voice live")
    func jitter() {
        let listener = mesh.add("Listener")
        let talker = mesh.add("Talker")
        mesh.connect(talker, listener, PathImpairments(delay: .milliseconds(30)...(.milliseconds(1500))))
        mesh.run(for: .seconds(10))
        talk(talker, to: listener, packets: 100)
        mesh.run(for: .seconds(2))
        #expect(freshness(listener) == [Bool](repeating: true, count: 100))
    }
}

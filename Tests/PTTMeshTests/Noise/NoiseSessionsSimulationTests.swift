import PTTCrypto
import PTTTestSupport
import PTTWire
import Testing

@testable import PTTMesh

/// Many courses of events, each repeated by its seed.
@Suite struct NoiseSessionsSimulationTests {
    /// A mesh at its worst: a third comes late, a tenth twice, a fifth never.
    private static let rough = PathImpairments(
        delay: .milliseconds(30) ... .milliseconds(300), loss: 0.2, duplication: 0.1, reordering: 0.3,
        reorderingDelay: .milliseconds(400))
    private static let smooth = PathImpairments(delay: .milliseconds(10) ... .milliseconds(60))

    @Test(arguments: UInt64(0)..<10) func aSessionOpensThroughLossDuplicationAndReordering(seed: UInt64) {
        var simulation = NoiseSimulation(nodes: 2, seed: seed, impairments: Self.rough)
        simulation.connect(0, to: 1)
        simulation.run(for: .seconds(60))
        expectConversation(simulation, 0, 1, seed)
    }

    @Test(arguments: UInt64(0)..<10) func bothMayBeginAtAnyTime(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var simulation = NoiseSimulation(nodes: 2, seed: seed, impairments: Self.rough)
        simulation.connect(0, to: 1)
        simulation.run(for: .milliseconds(Int(random.next() % 2000)))
        simulation.connect(1, to: 0)
        simulation.run(for: .seconds(60))
        expectConversation(simulation, 0, 1, seed)
    }

    @Test(arguments: UInt64(0)..<6) func threeMayAllBeginAtOnce(seed: UInt64) {
        var simulation = NoiseSimulation(nodes: 3, seed: seed, impairments: Self.rough)
        for (from, to) in [(0, 1), (1, 2), (2, 0), (1, 0), (2, 1), (0, 2)] { simulation.connect(from, to: to) }
        simulation.run(for: .seconds(60))
        for (left, right) in [(0, 1), (1, 2), (0, 2)] { expectConversation(simulation, left, right, seed) }
    }

    @Test(arguments: UInt64(0)..<8) func eitherMayStartAgainAtAnyTime(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var simulation = NoiseSimulation(nodes: 2, seed: seed, impairments: Self.rough)
        simulation.connect(0, to: 1)
        for _ in 0..<3 {
            simulation.run(for: .milliseconds(Int(random.next() % 40_000)))
            let node = Int(random.next() % 2)
            simulation.restart(node)
            if random.nextEvent(probability: 0.5) { simulation.connect(node, to: 1 - node) }
        }
        // A session that nobody has is wanted by somebody.
        simulation.connect(0, to: 1)
        simulation.run(for: .seconds(90))
        expectConversation(simulation, 0, 1, seed)
    }

    @Test(arguments: UInt64(0)..<6) func onAGoodLinkTheSessionIsThereInOneRoundTripAndNothingIsLost(seed: UInt64) {
        var simulation = NoiseSimulation(nodes: 2, seed: seed, impairments: Self.smooth)
        simulation.connect(0, to: 1)
        simulation.connect(1, to: 0)
        simulation.run(for: .milliseconds(300))
        #expect(simulation.isOpen(0, 1) && simulation.isOpen(1, 0))
        simulation.run(for: .seconds(30))
        expectNothingLost(simulation, since: .at(.zero), seed)
        #expect(simulation.nodes.allSatisfy { $0.opened.count == 1 && $0.refusals.isEmpty }, "seed \(seed)")
    }

    /// Whoever can send packets in anybody's name: repeats and forges handshakes and ciphertext, twice a second.
    @Test(arguments: UInt64(0)..<6) func aForgerCannotSilenceASession(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var simulation = NoiseSimulation(nodes: 2, seed: seed, impairments: Self.smooth)
        simulation.connect(0, to: 1)
        simulation.run(for: .seconds(1))
        let start = simulation.now
        for _ in 0..<240 {
            let from = Int(random.next() % 2)
            switch random.next() % 4 {
            case 0:
                let forged = X25519.PrivateKey(using: &random).publicKey.bytes
                simulation.inject(forged, from: from, to: 1 - from)
            case 1:
                let old = simulation.recorded[Int(random.next() % UInt64(simulation.recorded.count))]
                simulation.inject(old.message, from: old.from, to: old.to)
            case 2:
                let length = [64, 96][Int(random.next() % 2)]
                let noise = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
                simulation.inject(noise, from: from, to: 1 - from)
            default:
                let noise = (0..<60).map { _ in UInt8(truncatingIfNeeded: random.next()) }
                simulation.inject(ciphertext: noise, from: from, to: 1 - from)
            }
            simulation.run(for: .milliseconds(500))
        }
        expectNothingLost(simulation, since: start, seed)
    }

    @Test(arguments: UInt64(0)..<3) func sessionsAreRenewedWithoutLosingAWord(seed: UInt64) {
        var limits = NoiseSessions.Limits()
        limits.lifetime = .seconds(40)
        limits.renewalInterval = .seconds(1)
        var simulation = NoiseSimulation(nodes: 2, seed: seed, impairments: Self.smooth, limits: limits)
        simulation.connect(0, to: 1)
        simulation.run(for: .seconds(1))
        let start = simulation.now
        simulation.run(for: .seconds(300))
        #expect(simulation.nodes.allSatisfy { $0.opened.count >= 8 }, "seed \(seed)")
        expectNothingLost(simulation, since: start, seed)
    }

    @Test func oneSeedGivesOneCourseOfEvents() {
        let courses = (0..<2).map { _ in
            var simulation = NoiseSimulation(nodes: 3, seed: 9, impairments: Self.rough)
            for (from, to) in [(0, 1), (1, 2), (2, 0), (1, 0), (2, 1)] { simulation.connect(from, to: to) }
            simulation.run(for: .seconds(30))
            return (simulation.heard, simulation.recorded.map(\.message))
        }
        #expect(courses[0].0 == courses[1].0 && courses[0].1 == courses[1].1)
        #expect(!courses[0].0.isEmpty)
    }

    /// Both hear the other in the end, and everything heard was said once by whom it came from.
    private func expectConversation(_ simulation: NoiseSimulation, _ left: Int, _ right: Int, _ seed: UInt64) {
        for (from, to) in [(left, right), (right, left)] {
            let end = simulation.now + .milliseconds(-1000)
            let lately = simulation.said.filter {
                $0.key.from == from && $0.key.to == to && $0.value > end + .seconds(-5) && $0.value <= end
            }
            let heard = lately.filter { simulation.heard[$0.key] != nil }
            #expect(lately.count >= 18, "seed \(seed): \(from) has no session with \(to)")
            #expect(heard.count * 4 > lately.count, "seed \(seed): \(to) hears \(heard.count) of \(lately.count)")
        }
        expectEachOnce(simulation, seed)
    }

    private func expectNothingLost(_ simulation: NoiseSimulation, since start: Instant, _ seed: UInt64) {
        let due = simulation.said.filter { $0.value >= start && $0.value <= simulation.now + .milliseconds(-100) }
        let lost = due.filter { simulation.heard[$0.key] == nil }
        #expect(due.count > 200, "seed \(seed)")
        #expect(lost.isEmpty, "seed \(seed): \(lost.count) of \(due.count) lost")
        expectEachOnce(simulation, seed)
    }

    private func expectEachOnce(_ simulation: NoiseSimulation, _ seed: UInt64) {
        #expect(simulation.heard.allSatisfy { $0.value == 1 && simulation.said[$0.key] != nil }, "seed \(seed)")
    }
}

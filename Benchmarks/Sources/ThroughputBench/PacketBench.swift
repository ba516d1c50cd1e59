import BenchSupport
import PTTMesh

/// Mesh packets decoded in a second on one core.
enum PacketBench {
    static func run(_ run: inout BenchRun) throws {
        guard run.wants("packet_decode") else { return }
        let frame = try MeshFrames.voice()
        let batch = 10_000
        let rate = try ratePerSecond(units: batch, trials: run.isFast ? 2 : 5) {
            var ends = 0
            for _ in 0..<batch { ends += try Packet(decoding: frame).end }
            precondition(ends > 0)
        }
        run.report(BenchLine("packet_decode", rate, unit: "packets/s", limit: .atLeast(1_000_000)))
    }
}

import BenchSupport
import PTTMesh
import PTTTestSupport
import PTTWire

/// Heap blocks per call in steady state: counted, so held exactly.
@main
struct AllocationBench {
    static func main() throws {
        var run = BenchRun()
        try packetDecode(&run)
        try burstDecode(&run)
        run.finish()
    }

    private static func packetDecode(_ run: inout BenchRun) throws {
        let frame = try MeshFrames.voice()
        try report("packet_decode_allocations", in: &run) {
            let packet = try Packet(decoding: frame)
            precondition(packet.end < frame.count)
        }
    }

    private static func burstDecode(_ run: inout BenchRun) throws {
        let frames = try BurstFrames([BurstFrame(bytes: [UInt8](repeating: 7, count: 130)[...])])
        let bytes = BurstPacket(burst: BurstID(rawValue: 1), sequence: 1, body: .data(frames)).encoded()
        try report("burst_decode_allocations", in: &run) {
            guard case .data(let decoded) = try BurstPacket(decoding: bytes[...]).body else { preconditionFailure() }
            var total = 0
            for frame in decoded { total += frame.bytes.count }
            precondition(total == 130)
        }
    }

    private static func report(_ bench: String, in run: inout BenchRun, _ work: () throws -> Void) throws {
        guard run.wants(bench) else { return }
        let calls = 1000
        for _ in 0..<10 { try work() }
        let count = try allocationCount { for _ in 0..<calls { try work() } }
        run.report(BenchLine(bench, Double(count) / Double(calls), unit: "allocations/call", limit: .exactly(0)))
    }
}

import PTTMesh
import PTTWire

/// A byte stream in chunks, while time passes; and where a packet with a route would go.
enum StreamFuzz {
    static func run(_ input: [UInt8]) {
        var splitter = FrameSplitter()
        var now = Instant(nanoseconds: 0)
        var given = 0
        var frames: [[UInt8]] = []
        for (control, bytes) in FuzzRecords(input) {
            now = now + .milliseconds(Int(control))
            given += bytes.count
            let output = splitter.append(bytes, at: now)
            frames += output.frames
            precondition(splitter.waiting <= splitter.limits.frameBytes)
            for frame in output.frames { check(frame) }
        }
        precondition(frames.reduce(splitter.waiting) { $0 + $1.count } <= given, "bytes out of nothing")
        var again = FrameSplitter()
        let joined = again.append(frames.flatMap { $0 }[...], at: now)
        precondition(joined.frames == frames, "frames behind each other are cut otherwise")
    }

    /// A frame is exactly as long as the packet in it, if it is one.
    private static func check(_ frame: [UInt8]) {
        guard let packet = try? Packet(decoding: frame) else { return }
        precondition(packet.end == frame.count, "a frame is longer than its packet")
        let local = PeerID(rawValue: 1)
        switch RouteDecision(packet, local: local, isNeighbour: { $0.rawValue & 1 == 0 }) {
        case .flood, .stop: break
        case .send(let hop, let timeToLive):
            precondition(hop != local && hop != packet.sender && timeToLive < packet.timeToLive)
        }
    }
}

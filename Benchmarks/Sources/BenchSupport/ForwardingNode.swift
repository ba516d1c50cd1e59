import PTTCrypto
import PTTMesh
import PTTWire

/// A node between two others, which hands on their voice: every packet once, after the delay it draws.
public struct ForwardingNode {
    private var engine: MeshEngine
    private var now = ClockReading(instant: Instant(nanoseconds: 1_000_000_000), timestamp: MeshFrames.start)
    private var effects: [MeshEngine.Effect] = []
    /// Taken from the end, so that each frame is given up to the engine as a link gives it up.
    private var frames: [[UInt8]]

    /// - Parameter count: how many packets there are to hand on.
    public init(count: Int) throws {
        engine = MeshEngine(
            configuration: MeshConfiguration(nickname: "between"), identity: MeshIdentity(), random: SecureRandom())
        effects.reserveCapacity(16)
        frames = try (0..<count).reversed().map { number in
            try MeshFrames.voice(at: Timestamp(milliseconds: MeshFrames.start.milliseconds + UInt64(number) * 2))
        }
        for link in 1...2 as ClosedRange<UInt32> {
            engine.handle(.linkUp(LinkID(rawValue: link), isCostly: false), now: now, into: &effects)
        }
        // Its first announces come one soon after the other.
        for _ in 0..<20 {
            now.instant = now.instant + .seconds(1)
            now.timestamp.milliseconds += 1_000
            engine.handle(.deadlineReached, now: now, into: &effects)
        }
    }

    public var forwardedCount: Int { Int(engine.statistics.framesForwarded) }

    /// Takes in the next packet, and hands on what is due 2 ms later.
    ///
    /// So a thousand packets pass between two announces of the node, which are no part of handing on.
    public mutating func handOnNext() {
        effects.removeAll(keepingCapacity: true)
        engine.handle(.received(frames.removeLast(), from: LinkID(rawValue: 1)), now: now, into: &effects)
        now.instant = now.instant + .milliseconds(2)
        now.timestamp.milliseconds += 2
        engine.handle(.deadlineReached, now: now, into: &effects)
    }
}

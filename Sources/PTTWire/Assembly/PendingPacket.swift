/// Frames that wait for an earlier packet, or for their own one to become whole.
struct PendingPacket: Sendable {
    var sequence: Int
    var frames: BurstFrames
    /// All frames of the packet, not only the last few of them.
    var isWhole: Bool
    /// The packet itself came, not only repeats of it.
    var isHeard: Bool
    /// When the packet came that brought the frames first.
    var arrival: Instant

    init(_ sequence: Int, heard frames: BurstFrames, at arrival: Instant) {
        self.sequence = sequence
        self.frames = frames.newFrames
        isWhole = true
        isHeard = true
        self.arrival = arrival
    }

    /// The frames of an earlier packet among the repeats of `carrier`.
    ///
    /// Repeats run back from the carrier's own frames, `batchSize` to a packet: `distance` 1 is the packet before the
    /// carrier. Nil where the repeats do not reach back that far.
    init?(before sequence: Int, distance: Int, in carrier: BurstFrames, batchSize: Int, at arrival: Instant) {
        let end = carrier.repeatCount - (distance - 1) * batchSize
        guard end > 0 else { return nil }
        let start = max(end - batchSize, 0)
        self.sequence = sequence - distance
        frames = carrier.repeats(start..<end)
        isWhole = end - start == batchSize
        isHeard = false
        self.arrival = arrival
    }

    /// Bytes of the frames and their prefixes.
    var size: Int { frames.payload.count }

    /// Whether these frames are better to have than `other`'s for the same packet.
    func improves(on other: PendingPacket) -> Bool {
        !other.isHeard && (isHeard || frames.count > other.frames.count)
    }
}

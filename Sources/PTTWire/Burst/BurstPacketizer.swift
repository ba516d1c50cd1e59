/// Packs encoded frames into DATA packets: as many as the budget and the batch size allow, and repeats where room is left.
public struct BurstPacketizer: Sendable {
    public struct Configuration: Hashable, Sendable {
        /// Bytes of a whole packet, header included; held to 14…16 383.
        ///
        /// 205 is the most whose Noise packet stays in one 256-byte padding block; shipped peers send up to 210.
        public let contentBudget: Int
        /// New frames that fill a packet; held to 1…8.
        public let batchSize: Int
        /// Frames of earlier packets that a packet may repeat where it has room; 0 for a peer that does not know repeats.
        public let repeatDepth: Int

        public init(contentBudget: Int = 205, batchSize: Int = 1, repeatDepth: Int = 0) {
            self.contentBudget = min(max(contentBudget, BurstPacket.headerSize + 3), FramePrefix.Tag.lengthMask)
            self.batchSize = min(max(batchSize, 1), BurstFrames.maximumCount)
            self.repeatDepth = min(max(repeatDepth, 0), BurstFrames.maximumCount - 1)
        }

        /// What shipped peers do: eight frames or 210 bytes, whichever comes first.
        public static let asShipped = Configuration(contentBudget: 210, batchSize: BurstFrames.maximumCount)

        /// The longest frame that fits a packet.
        public var largestFrame: Int { contentBudget - BurstPacket.headerSize - FramePrefix.size }
    }

    public let burst: BurstID
    public let codec: VoiceCodec
    public let configuration: Configuration
    /// DATA packets so far; counts past the 16 bits of a sequence number.
    public private(set) var packetCount = 0

    /// Prefixes and bytes of the frames that wait for their packet.
    private var pending: [UInt8] = []
    private var pendingCount = 0
    /// The latest frames that were sent, oldest first.
    private var history: [SentFrame] = []

    public init(burst: BurstID, codec: VoiceCodec, configuration: Configuration) {
        self.burst = burst
        self.codec = codec
        self.configuration = configuration
    }

    /// The sequence number that the next DATA packet gets: they count from 1, START being 0.
    public var nextSequence: UInt16 { UInt16(truncatingIfNeeded: packetCount + 1) }

    /// Takes a frame, and appends the packets that it completes.
    ///
    /// A frame that is empty or longer than a packet holds is refused; everything else goes on as if it had not come.
    public mutating func append(_ frame: Span<UInt8>, into packets: inout [[UInt8]]) throws(BurstError) {
        guard !frame.isEmpty else { throw .emptyFrame }
        guard frame.count <= configuration.largestFrame else {
            throw .frameExceedsBudget(length: frame.count, largest: configuration.largestFrame)
        }
        if BurstPacket.headerSize + pending.count + FramePrefix.size + frame.count > configuration.contentBudget {
            flush(into: &packets)
        }
        FramePrefix(length: frame.count, isRepeat: false, isOpus: codec == .opus).encode(into: &pending)
        for index in frame.indices {
            pending.append(frame[index])
        }
        pendingCount += 1
        if pendingCount == configuration.batchSize {
            flush(into: &packets)
        }
    }

    /// Sends the frames that wait, however few.
    public mutating func flush(into packets: inout [[UInt8]]) {
        guard pendingCount > 0 else { return }
        let repeats = history[repeatRange()]
        var packet: [UInt8] = []
        packet.reserveCapacity(configuration.contentBudget)
        BurstPacket.encodeHeader(
            burst: burst, sequence: nextSequence, flags: BurstPacket.Body.Flags.data, into: &packet)
        for sent in repeats {
            FramePrefix(length: sent.bytes.count, isRepeat: true, isOpus: codec == .opus).encode(into: &packet)
            packet.append(contentsOf: sent.bytes)
        }
        let firstNew = packet.count
        packet.append(contentsOf: pending)
        packets.append(packet)
        remember(packet[firstNew...])
        packetCount += 1
        pending.removeAll(keepingCapacity: true)
        pendingCount = 0
    }

    /// The run of latest frames that fits beside what waits.
    ///
    /// A listener tells the packet of a repeat from its place, counting `batchSize` frames to a packet. So the run ends
    /// behind a packet that held fewer.
    private func repeatRange() -> Range<Int> {
        var room = configuration.contentBudget - BurstPacket.headerSize - pending.count
        var places = BurstFrames.maximumCount - pendingCount
        var first = history.endIndex
        while first > history.startIndex, places > 0 {
            let candidate = history[first - 1]
            room -= FramePrefix.size + candidate.bytes.count
            guard room >= 0,
                candidate.distance(to: packetCount, batchSize: configuration.batchSize) == history.count - first
            else { break }
            first -= 1
            places -= 1
        }
        return first..<history.endIndex
    }

    /// Keeps the new frames of a packet for repeating: slices of the packet itself, so nothing is copied.
    private mutating func remember(_ frames: ArraySlice<UInt8>) {
        guard configuration.repeatDepth > 0 else { return }
        var rest = frames
        for place in (0..<pendingCount).reversed() {
            let start = rest.startIndex + FramePrefix.size
            let prefix = FramePrefix(
                high: rest[start - 2], low: rest[start - 1], available: rest.count - FramePrefix.size)
            let end = start + prefix.length
            history.append(SentFrame(bytes: rest[start..<end], packet: packetCount, placeFromEnd: place))
            rest = rest[end...]
        }
        history.removeFirst(max(history.count - configuration.repeatDepth, 0))
    }
}

/// A frame that a packet carried as new.
private struct SentFrame: Sendable {
    var bytes: ArraySlice<UInt8>
    /// Packets sent before that one.
    var packet: Int
    /// New frames behind it in its packet.
    var placeFromEnd: Int

    /// How many frames a listener counts between this one and the packet that follows `count` packets.
    func distance(to count: Int, batchSize: Int) -> Int {
        (count - 1 - packet) * batchSize + placeFromEnd
    }
}

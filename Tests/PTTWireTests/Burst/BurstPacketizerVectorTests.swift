import PTTTestSupport
import PTTWire
import Testing

@Suite("Packetizer against the reference implementation")
struct BurstPacketizerVectorTests {
    @Test("Each capture batch becomes the reference packets", arguments: try VectorFile("packetizer").cases)
    func agrees(_ vector: VectorCase) throws {
        let configuration = BurstPacketizer.Configuration(
            contentBudget: try vector.integer("budget"), batchSize: BurstFrames.maximumCount)
        var packetizer = BurstPacketizer(
            burst: try BurstID(bytes: vector.bytes("burst_id")[...]), codec: .aacLC, configuration: configuration)
        let batches = try vector.values("batches").map { try FrameBatch($0, largest: configuration.largestFrame) }
        let packetsPerBatch = try batches.map { try $0.packetize(with: &packetizer) }

        // The reference loses a whole batch with an empty frame; ours loses that frame, and says so.
        guard !batches.contains(where: \.hasEmptyFrame) else {
            try expectEveryFrame(of: batches, in: packetsPerBatch)
            return
        }
        #expect(try packetsPerBatch == referencePackets(vector))
        #expect(packetsPerBatch.joined().map(\.count) == (try vector.integers("packet_sizes")))
        #expect(packetizer.packetCount == (try vector.integer("data_packet_count")))
        #expect(Int(packetizer.nextSequence) == (try vector.integer("next_seq")))
    }

    private func referencePackets(_ vector: VectorCase) throws -> [[[UInt8]]] {
        try vector.values("packets_per_batch").map { try $0.byteStrings() }
    }

    private func expectEveryFrame(of batches: [FrameBatch], in packetsPerBatch: [[[UInt8]]]) throws {
        for (batch, packets) in zip(batches, packetsPerBatch) {
            #expect(try packets.flatMap(newFrames) == batch.sendable)
        }
        let sequences = try packetsPerBatch.joined().map { try BurstPacket(decoding: $0[...]).sequence }
        #expect(sequences == (0..<sequences.count).map { UInt16($0 + 1) })
    }
}

/// The frames of one capture callback.
struct FrameBatch {
    var frames: [[UInt8]]
    /// Bytes of the longest frame that a packet takes.
    var largest: Int

    init(_ value: VectorValue, largest: Int) throws {
        frames = try value.byteStrings()
        self.largest = largest
    }

    var hasEmptyFrame: Bool { frames.contains(where: \.isEmpty) }

    var sendable: [[UInt8]] { frames.filter { (1...largest).contains($0.count) } }

    /// Feeds the frames, expects an error for each one that no packet can hold, and flushes.
    func packetize(with packetizer: inout BurstPacketizer) throws -> [[UInt8]] {
        var packets: [[UInt8]] = []
        for frame in frames {
            let expected: BurstError? =
                switch frame.count {
                case 0: .emptyFrame
                case ...largest: nil
                default: .frameExceedsBudget(length: frame.count, largest: largest)
                }
            #expect(
                error(of: { () throws(BurstError) in try packetizer.append(frame.span, into: &packets) }) == expected)
        }
        packetizer.flush(into: &packets)
        return packets
    }
}

/// The error that `body` throws, nil if none.
func error(of body: () throws(BurstError) -> Void) -> BurstError? {
    do throws(BurstError) {
        try body()
        return nil
    } catch {
        return error
    }
}

/// The frames that a DATA packet carries as new, repeats left out.
func newFrames(of packet: [UInt8]) throws -> [[UInt8]] {
    guard case .data(let frames) = try BurstPacket(decoding: packet[...]).body else { return [] }
    return frames.filter { !$0.isRepeat }.map { Array($0.bytes) }
}

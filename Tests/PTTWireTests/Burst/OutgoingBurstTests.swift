import PTTTestSupport
import PTTWire
import Testing

@Suite("Outgoing burst")
struct OutgoingBurstTests {
    /// Talks for so many frames of 40 bytes and returns the packets.
    private func talk(
        frames count: Int, codec: VoiceCodec = .opus, configuration: OutgoingBurst.Configuration = .init(),
        heldFor held: Duration = .seconds(60)
    ) throws -> (packets: [BurstPacket], outcome: OutgoingBurst.Outcome) {
        var burst = OutgoingBurst(burst: BurstID(rawValue: 5), codec: codec, configuration: configuration)
        var packets: [[UInt8]] = []
        for number in 0..<count {
            let frame = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 40)
            _ = try burst.append(frame.span, into: &packets)
            burst.endBatch(into: &packets)
        }
        let outcome = burst.finish(heldFor: held, into: &packets)
        return (try packets.map { try BurstPacket(decoding: $0[...]) }, outcome)
    }

    @Test("START is sent first and again after every two seconds of audio", arguments: VoiceCodec.allCases)
    func repeatsStart(codec: VoiceCodec) throws {
        let packets = try talk(frames: 500, codec: codec).packets
        var heard = 0
        var starts: [Int] = []
        for packet in packets {
            switch packet.body {
            case .start(let header):
                #expect(header.codec == codec)
                #expect(header.framing?.batchSize == 1)
                #expect(packet.sequence == 0)
                starts.append(heard)
            case .data: heard += codec.frameMilliseconds
            case .end, .canceled: break
            }
        }
        #expect(starts.first == 0)
        #expect(starts.count == 1 + (500 - 1) * codec.frameMilliseconds / (codec == .aacLC ? 2_048 : 2_000))
        for (earlier, later) in zip(starts, starts.dropFirst()) {
            #expect((2_000..<2_000 + codec.frameMilliseconds).contains(later - earlier))
        }
    }

    @Test("END is sent twice, with the packets and milliseconds that were sent")
    func closesTwice() throws {
        let (packets, outcome) = try talk(frames: 60)
        let end = BurstEnd(packetCount: 60, milliseconds: 1_200)
        #expect(outcome == .ended(end))
        #expect(
            packets.suffix(2)
                == [BurstPacket](
                    repeating: BurstPacket(
                        burst: BurstID(rawValue: 5), sequence: 61, body: .end(end)), count: 2))
    }

    @Test("A short press or too little audio is canceled, twice", arguments: [(49, 5_000), (200, 999), (0, 5_000)])
    func cancelsShortPress(frames: Int, held: Int) throws {
        let (packets, outcome) = try talk(frames: frames, heldFor: .milliseconds(held))
        #expect(outcome == .tooShort)
        #expect(packets.suffix(2).map(\.body) == [.canceled, .canceled])
        #expect(packets.count { $0.body == .canceled } == 2)
    }

    @Test("Exactly a second is enough")
    func takesExactlyTheMinimum() throws {
        #expect(
            try talk(frames: 50, heldFor: .seconds(1)).outcome == .ended(BurstEnd(packetCount: 50, milliseconds: 1_000))
        )
    }

    @Test("Audio beyond two minutes is left out, and the caller told", arguments: VoiceCodec.allCases)
    func capsAudio(codec: VoiceCodec) throws {
        var burst = OutgoingBurst(burst: BurstID(rawValue: 5), codec: codec, configuration: .init())
        var packets: [[UInt8]] = []
        let frame = [UInt8](repeating: 1, count: 40)
        let most = 120_000 / codec.frameMilliseconds
        for _ in 0..<most {
            #expect(try burst.append(frame.span, into: &packets) == .taken)
        }
        packets.removeAll()
        for _ in 0..<3 {
            #expect(try burst.append(frame.span, into: &packets) == .capReached)
        }
        #expect(packets.isEmpty)
        #expect(burst.duration <= .seconds(120))
        let milliseconds = UInt32(most * codec.frameMilliseconds)
        #expect(
            burst.finish(heldFor: .seconds(200), into: &packets)
                == .ended(BurstEnd(packetCount: UInt16(most), milliseconds: milliseconds)))
    }

    @Test("A batch of three waits for three frames, and the last packet takes what is left")
    func batches() throws {
        let configuration = OutgoingBurst.Configuration(packetizer: .init(batchSize: 3))
        let packets = try talk(frames: 50, configuration: configuration).packets
        let counts = packets.compactMap { packet -> Int? in
            guard case .data(let frames) = packet.body else { return nil }
            return frames.count
        }
        #expect(counts == [Int](repeating: 3, count: 16) + [2])
    }
}

@Suite("Repeats")
struct RepeatTests {
    /// Packs frames of the given sizes; the bytes of frame n are all n.
    private func packets(
        sizes: [Int], batchSize: Int, depth: Int, budget: Int = 205, codec: VoiceCodec = .opus
    ) throws -> [BurstFrames] {
        let configuration = BurstPacketizer.Configuration(
            contentBudget: budget, batchSize: batchSize, repeatDepth: depth)
        var packetizer = BurstPacketizer(burst: BurstID(rawValue: 1), codec: codec, configuration: configuration)
        var packets: [[UInt8]] = []
        for (number, size) in sizes.enumerated() {
            try packetizer.append([UInt8](repeating: UInt8(number), count: size).span, into: &packets)
        }
        packetizer.flush(into: &packets)
        #expect(packets.allSatisfy { $0.count <= budget })
        return try packets.map { packet in
            guard case .data(let frames) = try BurstPacket(decoding: packet[...]).body else {
                throw BurstError.noFrames
            }
            return frames
        }
    }

    private func numbers(_ frames: BurstFrames, repeats: Bool) -> [UInt8] {
        frames.filter { $0.isRepeat == repeats }.compactMap(\.bytes.first)
    }

    @Test("The latest frames are repeated, oldest first, as many as fit and the depth allows")
    func fills() throws {
        let packets = try packets(sizes: [40, 40, 40, 40, 40, 40], batchSize: 1, depth: 3)
        #expect(packets.map { numbers($0, repeats: true) } == [[], [0], [0, 1], [0, 1, 2], [1, 2, 3], [2, 3, 4]])
        #expect(packets.map { numbers($0, repeats: false) } == [[0], [1], [2], [3], [4], [5]])
        #expect(packets.allSatisfy { $0.allSatisfy { $0.codec == .opus } })
    }

    @Test("Room ends the run: a frame that does not fit is not jumped over")
    func roomEndsTheRun() throws {
        let packets = try packets(sizes: [10, 150, 40, 30], batchSize: 1, depth: 7)
        #expect(packets.map { numbers($0, repeats: true) } == [[], [0], [1], [2]])
    }

    @Test("No packet holds more than eight frames")
    func eightAtMost() throws {
        let packets = try packets(sizes: [Int](repeating: 3, count: 40), batchSize: 3, depth: 7)
        #expect(packets.dropFirst(2).dropLast().allSatisfy { $0.count == 8 && $0.newCount == 3 })
    }

    @Test("Without depth nothing is tagged but the codec, and AAC-LC stays plain")
    func plain() throws {
        let packets = try packets(sizes: [40, 40, 40], batchSize: 1, depth: 0, codec: .aacLC)
        #expect(packets.allSatisfy { $0.count == 1 && !$0.isTagged })
    }

    @Test("A listener that counts the batch places every repeat where it was new", arguments: 0..<200)
    func placement(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let batchSize = Int.random(in: 1...4, using: &random)
        let sizes = (0..<60).map { _ in Int.random(in: 1...90, using: &random) }
        let packets = try packets(sizes: sizes, batchSize: batchSize, depth: Int.random(in: 1...7, using: &random))
        var isShort: [Bool] = []
        for (index, frames) in packets.enumerated() {
            let repeats = numbers(frames, repeats: true)
            for (distance, number) in repeats.reversed().enumerated() {
                let origin = index - 1 - distance / batchSize
                let place = distance % batchSize
                let news = try numbers(#require(origin >= 0 ? packets[origin] : nil), repeats: false)
                #expect(news.reversed()[place] == number)
                // Behind a packet that is not full the count would not hold.
                #expect(!isShort[(origin + 1)..<index].contains(true))
            }
            isShort.append(frames.newCount < batchSize)
        }
        #expect(packets.flatMap { numbers($0, repeats: false) } == (0..<60).map { UInt8($0) })
    }
}

import PTTWire

/// The packets of one burst, made by hand; frame n of packet s says so in its bytes.
struct Talk {
    var burst = BurstID(rawValue: 0xB0)

    func start(_ codec: VoiceCodec = .aacLC, batchSize: UInt8? = nil) -> BurstPacket {
        let framing = batchSize.flatMap {
            BurstFraming(codec: codec, frameMilliseconds: UInt8(codec.frameMilliseconds), batchSize: $0)
        }
        return BurstPacket(burst: burst, sequence: 0, body: .start(BurstHeader(codec: codec, framing: framing)))
    }

    /// A plain packet with `count` frames of `size` bytes.
    func data(_ sequence: Int, frames count: Int = 1, size: Int = 4) throws -> BurstPacket {
        let frames = (0..<count).map { BurstFrame(bytes: frame(sequence, $0, size: size)[...]) }
        return try packet(sequence, frames)
    }

    /// An Opus packet of `batchSize` frames that repeats the latest `repeats` frames of the packets before it.
    func opus(_ sequence: Int, batchSize: Int = 1, repeats: Int) throws -> BurstPacket {
        let copies = (0..<repeats).reversed().map { distance in
            BurstFrame(
                bytes: frame(sequence - 1 - distance / batchSize, batchSize - 1 - distance % batchSize)[...],
                isRepeat: true, codec: .opus)
        }
        let news = (0..<batchSize).map { BurstFrame(bytes: frame(sequence, $0)[...], codec: .opus) }
        return try packet(sequence, copies + news)
    }

    func end(_ count: Int) -> BurstPacket {
        BurstPacket(
            burst: burst, sequence: UInt16(truncatingIfNeeded: count + 1),
            body: .end(BurstEnd(packetCount: UInt16(count), milliseconds: UInt32(count * 64))))
    }

    func canceled() -> BurstPacket {
        BurstPacket(burst: burst, sequence: 1, body: .canceled)
    }

    /// The bytes of a frame: place, and sequence number as it is written.
    func frame(_ sequence: Int, _ place: Int = 0, size: Int = 4) -> [UInt8] {
        var bytes: [UInt8] = [UInt8(place)]
        bytes.appendBigEndian(UInt16(truncatingIfNeeded: sequence))
        return bytes + [UInt8](repeating: 0xEE, count: max(size - 3, 0))
    }

    private func packet(_ sequence: Int, _ frames: [BurstFrame]) throws -> BurstPacket {
        BurstPacket(
            burst: burst, sequence: UInt16(truncatingIfNeeded: sequence), body: .data(try BurstFrames(frames)))
    }
}

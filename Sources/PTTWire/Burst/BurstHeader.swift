/// The payload of START: what a listener needs before the first frame.
public struct BurstHeader: Hashable, Sendable {
    public var codec: VoiceCodec
    /// Nil when the talker told its codec alone, as shipped peers do.
    public var framing: BurstFraming?

    public init(codec: VoiceCodec, framing: BurstFraming? = nil) {
        self.codec = codec
        self.framing = framing
    }

    /// Reads a START payload.
    ///
    /// Bytes behind the codec are believed only where they make sense, because shipped peers let anything stand there.
    init(decoding payload: ArraySlice<UInt8>) throws(BurstError) {
        guard !payload.isEmpty else { throw .truncated(TruncatedInput(needed: 1, available: 0)) }
        let first = payload[payload.startIndex]
        guard let codec = VoiceCodec(rawValue: first) else { throw .unknownCodec(first) }
        self.codec = codec
        if payload.count >= 3 {
            let second = payload.startIndex + 1
            framing = BurstFraming(
                codec: codec, frameMilliseconds: payload[second], batchSize: payload[second + 1])
        }
    }

    func encode(into bytes: inout [UInt8]) {
        bytes.append(codec.rawValue)
        if let framing {
            bytes.append(framing.frameMilliseconds)
            bytes.append(framing.batchSize)
        }
    }
}

/// How a burst is cut into frames and packets.
public struct BurstFraming: Hashable, Sendable {
    /// Milliseconds of audio in a frame.
    public let frameMilliseconds: UInt8
    /// New frames in each DATA packet but the last.
    public let batchSize: UInt8

    /// Nil for a frame duration that the codec does not have, or a batch that no packet can hold.
    public init?(codec: VoiceCodec, frameMilliseconds: UInt8, batchSize: UInt8) {
        guard codec.allows(frameMilliseconds: frameMilliseconds) else { return nil }
        guard batchSize > 0, batchSize <= BurstFrames.maximumCount else { return nil }
        self.frameMilliseconds = frameMilliseconds
        self.batchSize = batchSize
    }
}

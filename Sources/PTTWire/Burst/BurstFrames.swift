/// The frames of a DATA packet: a checked view of the bytes, repeats first.
///
/// Each frame is `prefix u16 ‖ bytes`. The prefix is the plain length or, where that would run past the end of the
/// packet, a tagged one: bit 15 marks a repeat, bit 14 Opus, 14 bits are the length.
public struct BurstFrames: Hashable, Sendable {
    /// The most frames in one packet, repeats included.
    public static let maximumCount = 8

    /// The bytes behind the flags.
    @usableFromInline let payload: ArraySlice<UInt8>
    /// Bytes of `payload` in front of the first new frame.
    private let repeatSize: Int
    @usableFromInline let storedCount: UInt8
    @usableFromInline let storedRepeatCount: UInt8
    /// Whether a frame is a repeat or names its codec: the talker speaks our extension.
    public let isTagged: Bool

    /// Checks a DATA payload to its last byte.
    init(decoding payload: ArraySlice<UInt8>) throws(BurstError) {
        var count = 0
        var repeatCount = 0
        var isTagged = false
        let bytes = payload.span
        var position = 0
        var repeatSize = 0
        while position < bytes.count {
            guard count < Self.maximumCount else { throw .tooManyFrames }
            guard bytes.count - position >= FramePrefix.size else {
                throw .truncated(TruncatedInput(needed: FramePrefix.size, available: bytes.count - position))
            }
            let available = bytes.count - position - FramePrefix.size
            let prefix = FramePrefix(high: bytes[position], low: bytes[position + 1], available: available)
            guard prefix.length > 0 else { throw .emptyFrame }
            guard prefix.length <= available else {
                throw .frameTruncated(length: prefix.length, available: available)
            }
            count += 1
            position += FramePrefix.size + prefix.length
            isTagged = isTagged || prefix.isTagged
            if prefix.isRepeat {
                repeatCount += 1
                guard repeatCount == count else { throw .misplacedRepeat }
                repeatSize = position
            }
        }
        guard count > 0 else { throw .noFrames }
        self.payload = payload
        self.repeatSize = repeatSize
        storedCount = UInt8(count)
        storedRepeatCount = UInt8(repeatCount)
        self.isTagged = isTagged
    }

    /// A run of the frames of a packet that was checked before.
    private init(run payload: ArraySlice<UInt8>, count: Int, repeatCount: Int, isTagged: Bool) {
        self.payload = payload
        repeatSize = repeatCount > 0 ? payload.count : 0
        storedCount = UInt8(count)
        storedRepeatCount = UInt8(repeatCount)
        self.isTagged = isTagged
    }

    /// Lays out frames as a packet carries them; throws where no packet can.
    public init(_ frames: some Collection<BurstFrame>) throws(BurstError) {
        let size = frames.reduce(0) { $0 + FramePrefix.size + $1.bytes.count }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size)
        for frame in frames {
            guard !frame.bytes.isEmpty else { throw .emptyFrame }
            let prefix = FramePrefix(
                length: frame.bytes.count, isRepeat: frame.isRepeat, isOpus: frame.codec == .opus)
            // A tagged prefix is understood only where the packet is shorter than the least of them.
            guard size < FramePrefix.Tag.least || !prefix.isTagged, frame.bytes.count <= UInt16.max else {
                throw .frameTooLong(frame.bytes.count)
            }
            prefix.encode(into: &bytes)
            bytes.append(contentsOf: frame.bytes)
        }
        try self.init(decoding: bytes[...])
    }

    /// Frames that are new in this packet.
    @inlinable
    public var newCount: Int { Int(storedCount - storedRepeatCount) }

    /// Copies of frames of earlier packets, in front of the new ones.
    @inlinable
    public var repeatCount: Int { Int(storedRepeatCount) }

    /// The new frames alone.
    var newFrames: BurstFrames {
        guard storedRepeatCount > 0 else { return self }
        return BurstFrames(run: payload.dropFirst(repeatSize), count: newCount, repeatCount: 0, isTagged: isTagged)
    }

    /// Some of the repeats, counted from the oldest.
    ///
    /// A tagged prefix stays one in a shorter run, because it is told by running past the end.
    func repeats(_ places: Range<Int>) -> BurstFrames {
        var iterator = makeIterator()
        for _ in 0..<places.lowerBound { _ = iterator.next() }
        let start = iterator.rest.startIndex
        for _ in places { _ = iterator.next() }
        return BurstFrames(
            run: payload[start..<iterator.rest.startIndex], count: places.count, repeatCount: places.count,
            isTagged: true)
    }
}

extension BurstFrames: Sequence {
    @inlinable
    public var underestimatedCount: Int { Int(storedCount) }

    @inlinable
    public var count: Int { Int(storedCount) }

    public func makeIterator() -> Iterator {
        Iterator(rest: payload)
    }

    public struct Iterator: IteratorProtocol, Sendable {
        var rest: ArraySlice<UInt8>

        public mutating func next() -> BurstFrame? {
            guard rest.count > 2 else { return nil }
            let start = rest.startIndex
            let prefix = FramePrefix(high: rest[start], low: rest[start + 1], available: rest.count - 2)
            let end = start + 2 + prefix.length
            let bytes = rest[start + 2..<end]
            rest = rest[end...]
            return BurstFrame(bytes: bytes, isRepeat: prefix.isRepeat, codec: prefix.isOpus ? .opus : nil)
        }
    }
}

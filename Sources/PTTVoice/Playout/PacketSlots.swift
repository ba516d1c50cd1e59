/// Where a frame stands in a burst.
struct FramePosition: Hashable, Comparable {
    var sequence: Int
    var index: Int

    static func < (left: FramePosition, right: FramePosition) -> Bool {
        (left.sequence, left.index) < (right.sequence, right.index)
    }
}

/// The packets around the play position and the bytes of their frames; allocates nothing after `init`.
struct PacketSlots {
    /// One packet of the window; `sequence` tells whether the slot is taken.
    struct Packet {
        var sequence = -1
        /// New frames in the packet; 0 while nobody knows.
        var frameCount = 0
        var isReceived = false
        /// The playout delay that its repeat called for, which came before the packet.
        var repeatNeed: Int?
        /// Samples that had been rendered when it came.
        var rendered = 0
        /// Pool slots of its frames, -1 where a frame is missing.
        var frames = InlineArray<8, Int16>(repeating: -1)
        /// Bit i: frame i came as a repeat.
        var repeats: UInt8 = 0
    }

    static let maximumFrames = 8

    private let mask: Int
    private let frameBytes: Int
    private var packets: [Packet]
    /// The bytes of all frames that wait.
    private(set) var pool: [UInt8]
    private var lengths: [Int16]
    private var free: [Int16]
    private var freeCount: Int

    /// `packetCapacity` must be a power of two.
    init(packetCapacity: Int, frameCapacity: Int, frameBytes: Int) {
        mask = packetCapacity - 1
        self.frameBytes = frameBytes
        packets = Array(repeating: Packet(), count: packetCapacity)
        pool = Array(repeating: 0, count: frameCapacity * frameBytes)
        lengths = Array(repeating: 0, count: frameCapacity)
        free = (0..<frameCapacity).map { Int16($0) }
        freeCount = frameCapacity
    }

    var capacity: Int { mask + 1 }

    /// The packet with this number where the window remembers it.
    subscript(sequence: Int) -> Packet? {
        let packet = packets[sequence & mask]
        return packet.sequence == sequence && sequence >= 0 ? packet : nil
    }

    /// Takes the packet's slot, from whatever was there.
    mutating func open(_ sequence: Int) {
        guard packets[sequence & mask].sequence != sequence else { return }
        clear(sequence & mask)
        packets[sequence & mask].sequence = sequence
    }

    mutating func markReceived(_ sequence: Int, frameCount: Int, rendered: Int) {
        open(sequence)
        packets[sequence & mask].isReceived = true
        packets[sequence & mask].rendered = rendered
        packets[sequence & mask].frameCount = frameCount
    }

    /// Keeps what the repeats of a missing packet tell of it.
    ///
    /// - Parameter frameCount: where it is not known yet.
    mutating func noteRepeat(_ sequence: Int, need: Int, frameCount: Int?) {
        open(sequence)
        let slot = sequence & mask
        if packets[slot].repeatNeed == nil { packets[slot].repeatNeed = need }
        if let frameCount, packets[slot].frameCount == 0 { packets[slot].frameCount = frameCount }
    }

    /// Fixes how many frames a packet had that never came.
    mutating func assume(_ sequence: Int, frameCount: Int) {
        open(sequence)
        packets[sequence & mask].frameCount = frameCount
    }

    /// Copies a frame into the pool, unless the same frame is here already.
    ///
    /// - Returns: false when it is too large or nothing is free.
    mutating func store(_ bytes: ArraySlice<UInt8>, at position: FramePosition, isRepeat: Bool) -> Bool {
        open(position.sequence)
        let slot = position.sequence & mask
        guard packets[slot].frames[position.index] < 0 else { return true }
        guard !bytes.isEmpty, bytes.count <= frameBytes, freeCount > 0 else { return false }
        freeCount -= 1
        let place = free[freeCount]
        let source = bytes.span
        let base = Int(place) * frameBytes
        for offset in 0..<source.count {
            pool[base + offset] = source[offset]
        }
        lengths[Int(place)] = Int16(source.count)
        packets[slot].frames[position.index] = place
        if isRepeat { packets[slot].repeats |= 1 << UInt8(position.index) }
        return true
    }

    func holds(_ position: FramePosition) -> Bool {
        place(of: position) != nil
    }

    /// The frame at this place of its packet, or one behind it, is here.
    func holdsRest(of position: FramePosition) -> Bool {
        for index in position.index..<Self.maximumFrames
        where holds(FramePosition(sequence: position.sequence, index: index)) {
            return true
        }
        return false
    }

    func isRepeat(_ position: FramePosition) -> Bool {
        guard let packet = self[position.sequence] else { return false }
        return packet.repeats & 1 << UInt8(position.index) != 0
    }

    /// Where in `pool` the bytes of a frame are, nil when it is not here.
    func range(of position: FramePosition) -> Range<Int>? {
        guard let place = place(of: position) else { return nil }
        let base = place * frameBytes
        return base..<base + Int(lengths[place])
    }

    /// Gives a frame's bytes back; the packet stays known.
    mutating func release(_ position: FramePosition) {
        guard let place = place(of: position) else { return }
        packets[position.sequence & mask].frames[position.index] = -1
        free[freeCount] = Int16(place)
        freeCount += 1
    }

    /// Gives back every frame of a packet; the packet stays known.
    mutating func releaseFrames(of sequence: Int) {
        for index in 0..<Self.maximumFrames {
            release(FramePosition(sequence: sequence, index: index))
        }
    }

    mutating func removeAll() {
        for slot in packets.indices { clear(slot) }
    }

    private func place(of position: FramePosition) -> Int? {
        guard position.sequence >= 0, position.index < Self.maximumFrames else { return nil }
        let slot = position.sequence & mask
        guard packets[slot].sequence == position.sequence else { return nil }
        let place = packets[slot].frames[position.index]
        return place < 0 ? nil : Int(place)
    }

    private mutating func clear(_ slot: Int) {
        for index in 0..<Self.maximumFrames where packets[slot].frames[index] >= 0 {
            free[freeCount] = packets[slot].frames[index]
            freeCount += 1
        }
        packets[slot] = Packet()
    }
}

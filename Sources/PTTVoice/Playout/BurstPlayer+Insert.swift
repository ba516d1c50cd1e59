public import PTTWire

extension BurstPlayer {
    /// Packets behind the play position that are remembered, to recognise and to measure late ones.
    static let remembered = 64

    /// Takes a DATA packet.
    ///
    /// - Parameters:
    ///   - sequence: the packet's number; never wraps within a burst.
    ///   - batchSize: new frames in each packet but the last, as START told; nil when it did not.
    ///   - arrival: when the packet came, on a clock of the caller's; it only feeds `bufferWait`.
    public mutating func insert(sequence: Int, frames: BurstFrames, batchSize: Int?, arrival: SampleTime) {
        guard phase != .finished, sequence >= 0 else {
            counts.packetsLate += 1
            return
        }
        batch = min(max(batchSize ?? max(batch, frames.newCount), 1), PacketSlots.maximumFrames)
        guard admit(sequence) else { return }
        lastPacketTime = rendered
        if configuration.mode == .adaptive { storeRepeats(of: frames, sequence: sequence) }
        guard frames.newCount > 0 else { return }
        receive(frames, sequence: sequence, arrival: arrival)
        if case .last(let last) = end { end = .last(sequence: max(last, sequence)) }
    }

    /// Opens the burst at its first packet; refuses what lies outside of the window or was here before.
    private mutating func admit(_ sequence: Int) -> Bool {
        if phase == .waiting {
            phase = .buffering
            cursor = FramePosition(sequence: sequence, index: 0)
            highestSequence = sequence
            firstPacketTime = rendered
        }
        let ahead = sequence - cursor.sequence
        guard ahead < slots.capacity - Self.remembered else {
            counts.packetsOutOfRange += 1
            return false
        }
        guard ahead > -Self.remembered else {
            counts.packetsLate += 1
            return false
        }
        if slots[sequence]?.isReceived == true {
            counts.packetsDuplicate += 1
            return false
        }
        return true
    }

    private mutating func receive(_ frames: BurstFrames, sequence: Int, arrival: SampleTime) {
        rewind(to: FramePosition(sequence: sequence, index: 0))
        let isLate = FramePosition(sequence: sequence, index: frames.newCount - 1) < cursor
        measure(sequence)
        highestSequence = max(highestSequence, sequence)
        guard !isLate else {
            counts.packetsLate += 1
            if sequence < cursor.sequence {
                counts.packetsLost -= 1
                estimator.recordLate()
            }
            slots.markReceived(sequence, frameCount: slots[sequence]?.frameCount ?? batch, arrival: arrival)
            return
        }
        slots.markReceived(sequence, frameCount: frames.newCount, arrival: arrival)
        counts.packetsReceived += 1
        var index = 0
        for frame in frames where !frame.isRepeat {
            store(frame.bytes, at: FramePosition(sequence: sequence, index: index), isRepeat: false)
            index += 1
        }
    }

    /// Repeats come oldest first and end right before the packet's own frames.
    private mutating func storeRepeats(of frames: BurstFrames, sequence: Int) {
        repeatDepth = max(repeatDepth, frames.repeatCount / batch)
        var distance = frames.repeatCount
        for frame in frames where frame.isRepeat {
            distance -= 1
            let position = FramePosition(sequence: sequence - 1 - distance / batch, index: batch - 1 - distance % batch)
            guard position.sequence > cursor.sequence - Self.remembered, position.sequence >= 0 else { continue }
            guard slots[position.sequence]?.isReceived != true else { continue }
            rewind(to: position)
            slots.noteRepeat(position.sequence, need: rendered - mediaStart(of: position.sequence))
            guard position >= cursor else { continue }
            store(frame.bytes, at: position, isRepeat: true)
        }
    }

    private mutating func store(_ bytes: ArraySlice<UInt8>, at position: FramePosition, isRepeat: Bool) {
        guard position >= cursor else { return }
        if !slots.store(bytes, at: position, isRepeat: isRepeat) { counts.framesRefused += 1 }
    }

    /// Before the first sound an older frame may still become the first one.
    private mutating func rewind(to position: FramePosition) {
        guard position < cursor, !hasStarted else { return }
        mediaTime = mediaStart(of: position.sequence) + position.index * frameLength
        cursor = position
    }

    /// Tells the estimator when the packet's audio could first have been played, be it from its repeat.
    private mutating func measure(_ sequence: Int) {
        let need = rendered - mediaStart(of: sequence)
        estimator.record(need: min(need, slots[sequence]?.repeatNeed ?? need))
    }

    /// Media time of a packet's first frame.
    func mediaStart(of sequence: Int) -> Int {
        var media = mediaTime - cursor.index * frameLength
        if sequence >= cursor.sequence {
            for earlier in cursor.sequence..<sequence { media += frameCount(of: earlier) * frameLength }
        } else {
            for later in sequence..<cursor.sequence { media -= frameCount(of: later) * frameLength }
        }
        return media
    }

    func frameCount(of sequence: Int) -> Int {
        guard let count = slots[sequence]?.frameCount, count > 0 else { return batch }
        return count
    }
}

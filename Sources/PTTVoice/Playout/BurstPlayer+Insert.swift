public import PTTWire

extension BurstPlayer {
    /// Packets behind the play position that are remembered, to recognise and to measure late ones.
    static let remembered = 64

    /// Takes a DATA packet.
    ///
    /// - Parameters:
    ///   - sequence: the packet's number, from 0 up; never wraps within a burst.
    ///   - batchSize: new frames in each packet but the last, as START told; nil when it did not.
    ///   - arrival: when the packet came, on a clock of the caller's; it only feeds `arrivalJitter`.
    public mutating func insert(sequence: Int, frames: BurstFrames, batchSize: Int?, arrival: SampleTime) {
        guard phase != .finished, sequence >= 0 else {
            counts.packetsLate += 1
            return
        }
        guard admit(sequence) else { return }
        batches.record(told: batchSize, seen: frames.newCount)
        lastPacketTime = rendered
        if configuration.mode == .adaptive { storeRepeats(of: frames, sequence: sequence) }
        guard frames.newCount > 0 else { return }
        receive(frames, sequence: sequence, arrival: arrival)
    }

    /// Opens the burst at its first packet; refuses what lies outside of the window or was here before.
    private mutating func admit(_ sequence: Int) -> Bool {
        if phase == .waiting { open(at: sequence) }
        if sequence - cursor.sequence >= slots.capacity - Self.remembered { leap(to: sequence) }
        let ahead = sequence - cursor.sequence
        if ahead >= slots.capacity - Self.remembered {
            counts.packetsOutOfRange += 1
        } else if ahead <= -Self.remembered {
            counts.packetsLate += 1
        } else if slots[sequence]?.isReceived == true {
            counts.packetsDuplicate += 1
        } else {
            return true
        }
        return false
    }

    private mutating func open(at sequence: Int) {
        phase = .buffering
        cursor = FramePosition(sequence: sequence, index: 0)
        highestSequence = sequence
        firstPacketTime = rendered
    }

    /// Goes on behind a gap that is larger than everything that can be buffered, once nothing is left to play.
    private mutating func leap(to sequence: Int) {
        guard phase == .buffering, hasStarted, highestSequence < cursor.sequence else { return }
        counts.packetsLost += min(sequence - cursor.sequence, Int(UInt16.max))
        cursor = FramePosition(sequence: sequence, index: 0)
        mediaTime = rendered - estimator.base
    }

    private mutating func receive(_ frames: BurstFrames, sequence: Int, arrival: SampleTime) {
        rewind(to: FramePosition(sequence: sequence, index: 0))
        measure(sequence, arrival: arrival)
        highestSequence = max(highestSequence, sequence)
        if case .last(let last) = end { end = .last(sequence: max(last, sequence)) }
        guard FramePosition(sequence: sequence, index: frames.newCount - 1) >= cursor else {
            return receiveLate(sequence)
        }
        slots.markReceived(sequence, frameCount: frames.newCount, rendered: rendered)
        counts.packetsReceived += 1
        var index = 0
        for frame in frames where !frame.isRepeat {
            store(frame.bytes, at: FramePosition(sequence: sequence, index: index), isRepeat: false)
            index += 1
        }
    }

    private mutating func receiveLate(_ sequence: Int) {
        counts.packetsLate += 1
        // What is not known was before the first sound, and never counted.
        if sequence < cursor.sequence, let known = slots[sequence], known.frameCount > 0 {
            counts.packetsLost -= 1
            estimator.recordLate()
        }
        slots.markReceived(sequence, frameCount: frameCount(of: sequence), rendered: rendered)
    }

    /// Repeats come oldest first and end right before the packet's own frames.
    private mutating func storeRepeats(of frames: BurstFrames, sequence: Int) {
        let step = batches.full
        repeatDepth = max(repeatDepth, frames.repeatCount / step)
        var distance = frames.repeatCount
        for frame in frames where frame.isRepeat {
            distance -= 1
            let position = FramePosition(sequence: sequence - 1 - distance / step, index: step - 1 - distance % step)
            guard position.sequence > cursor.sequence - Self.remembered, position.sequence >= 0 else { continue }
            guard slots[position.sequence]?.isReceived != true else { continue }
            rewind(to: position)
            let need = rendered - mediaStart(of: position.sequence)
            guard position >= cursor else {
                slots.noteRepeat(position.sequence, need: need, frameCount: nil)
                continue
            }
            slots.noteRepeat(position.sequence, need: need, frameCount: step)
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

    /// Tells the estimators when the packet came, and when its audio could first have been played, be it from a repeat.
    private mutating func measure(_ sequence: Int, arrival: SampleTime) {
        let media = mediaStart(of: sequence)
        arrivals.record(arrival: arrival, mediaTime: media)
        let need = min(rendered - media, slots[sequence]?.repeatNeed ?? .max)
        estimator.record(need: need, at: rendered)
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
        guard let count = slots[sequence]?.frameCount, count > 0 else { return batches.usual }
        return count
    }
}

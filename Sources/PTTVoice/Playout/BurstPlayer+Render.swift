extension BurstPlayer {
    /// A step of this size is heard as a click.
    static let click: Float = 0.002
    /// Most samples that are made up at once: afterwards a frame may have come.
    static let step = 160

    /// Larger blocks of the output are taken for this: 64 ms.
    static let largestBlock = 1024

    /// Fills the whole block with the burst's next sound.
    public mutating func render(into output: inout MutableSpan<Float>) {
        outputBlock = min(max(outputBlock, output.count), Self.largestBlock)
        var written = 0
        while written < output.count {
            if line.pending == 0 {
                line.rewind()
                produce(at: rendered + written, wanted: output.count - written)
            }
            written += line.take(into: &output, from: written)
        }
        rendered += output.count
    }

    /// Makes the samples that follow at output position `position`: at least one.
    private mutating func produce(at position: Int, wanted: Int) {
        while line.pending == 0 {
            if decoded.remaining > 0 {
                appendBlock(delay: position - mediaTime + decoded.remaining)
                continue
            }
            let operation = nextOperation(at: position)
            perform(operation, at: position, count: min(wanted, Self.step))
        }
    }

    private mutating func perform(_ operation: PlayoutOperation, at position: Int, count: Int) {
        switch operation {
        case .silence: line.appendSilence(count)
        case .play: play(at: position)
        case .conceal: conceal()
        case .skip:
            counts.framesSkipped += 1
            advance()
        case .hold:
            fill(count)
            counts.samplesInserted += count
        case .rebuffer:
            phase = .buffering
            estimator.restart(shape)
        case .finish: finish()
        }
    }

    private func nextOperation(at position: Int) -> PlayoutOperation {
        guard phase != .finished else { return .silence }
        let facts = facts(at: position)
        switch configuration.mode {
        case .adaptive:
            let policy = PlayoutPolicy(
                idleTimeout: configuration.idleTimeout, maximumDelay: configuration.maximumDelay)
            return policy.operation(facts)
        case .fixed(let start, let deadline):
            let policy = FixedPolicy(start: start, deadline: deadline, idleTimeout: configuration.idleTimeout)
            let buffered = mediaStart(of: highestSequence + 1) - mediaTime
            return policy.operation(facts, buffered: buffered, waited: position - firstPacketTime)
        }
    }

    private func facts(at position: Int) -> PlayoutFacts {
        PlayoutFacts(
            phase: phase == .playing ? .playing : .buffering, isFrameHere: slots.holds(cursor),
            isLaterFrameHere: cursor.sequence < highestSequence || slots.holdsRest(of: cursor), isAtEnd: isAtEnd,
            isEnded: isEnded, delay: position - mediaTime, target: target, frameLength: frameLength,
            isLossy: estimator.isLossy, held: filler.made,
            concealed: concealedInRow, idle: position - lastPacketTime)
    }

    /// Decodes the frame at the cursor.
    private mutating func play(at position: Int) {
        guard let range = slots.range(of: cursor) else { return conceal() }
        concealedInRow = 0
        readyFiller()
        let pool = slots.pool
        guard decoded.decode(pool.span.extracting(range)) else {
            counts.framesRefused += 1
            return conceal()
        }
        if slots.isRepeat(cursor) { counts.framesRepeated += 1 } else { counts.framesPlayed += 1 }
        if phase == .buffering { resume() }
        leaveFiller(mayWait: position - mediaTime < target)
        if let packet = slots[cursor.sequence], packet.isReceived {
            counts.recordWait(position - packet.rendered)
        }
        advance()
    }

    /// Begins to sound, at first or again.
    private mutating func resume() {
        phase = .playing
        if hasStarted { counts.underruns += 1 }
        filler.stop()
        if abs(decoded.samples[0]) > Self.click { decoded.fadeIn(over: Self.overlap) }
    }

    /// Fills the missing frame's time.
    private mutating func conceal() {
        phase = .playing
        concealedInRow += frameLength
        switch configuration.mode {
        case .adaptive:
            readyFiller()
            if concealByCodec() {
                counts.framesConcealedByCodec += 1
                leaveFiller(mayWait: false)
            } else {
                counts.framesConcealed += 1
                prepareFiller(frameLength)
                decoded.fill { filler.next() }
            }
        case .fixed:
            counts.framesConcealed += 1
            decoded.fill { 0 }
        }
        advance()
    }

    private mutating func concealByCodec() -> Bool {
        guard let next = slots.range(of: successor(of: cursor)) else { return decoded.conceal(next: nil) }
        let pool = slots.pool
        return decoded.conceal(next: pool.span.extracting(next))
    }

    private mutating func finish() {
        phase = .finished
        slots.removeAll()
        if case .last(let sequence) = end, hasStarted {
            counts.packetsLost += max(0, sequence - cursor.sequence + 1)
        }
        fadeOut()
        if line.pending == 0 { line.append(0) }
    }

    private func successor(of position: FramePosition) -> FramePosition {
        position.index + 1 < frameCount(of: position.sequence)
            ? FramePosition(sequence: position.sequence, index: position.index + 1)
            : FramePosition(sequence: position.sequence + 1, index: 0)
    }

    /// Moves the cursor behind its frame.
    private mutating func advance() {
        hasStarted = true
        slots.release(cursor)
        let next = successor(of: cursor)
        mediaTime += frameLength
        if next.sequence != cursor.sequence {
            let isLost = slots[cursor.sequence]?.isReceived != true
            estimator.record(isLost: isLost)
            if isLost {
                counts.packetsLost += 1
                slots.assume(cursor.sequence, frameCount: frameCount(of: cursor.sequence))
            }
            slots.releaseFrames(of: cursor.sequence)
        }
        cursor = next
    }
}

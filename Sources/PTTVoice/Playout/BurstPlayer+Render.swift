extension BurstPlayer {
    /// Samples over which sound is faded where it does not begin or end at zero, and led over between sources.
    static let fadeLength = 80
    /// A step of this size is heard as a click.
    static let click: Float = 0.002
    /// Most samples that are made up at once: afterwards a frame may have come.
    static let step = 160

    /// Fills the whole block with the burst's next sound.
    public mutating func render(into output: inout MutableSpan<Float>) {
        outputBlock = min(max(outputBlock, output.count), configuration.maximumDelay)
        var written = 0
        while written < output.count {
            if line.pending == 0 { produce(at: rendered + written, wanted: output.count - written) }
            written += line.take(into: &output, from: written)
        }
        rendered += output.count
    }

    /// Makes the samples that follow at output position `position`: at least one.
    private mutating func produce(at position: Int, wanted: Int) {
        while line.pending == 0 {
            switch nextOperation(at: position) {
            case .silence: line.appendSilence(min(wanted, Self.step))
            case .play: play(at: position)
            case .conceal: conceal()
            case .skip:
                counts.framesSkipped += 1
                advance()
            case .hold:
                let count = min(wanted, Self.step)
                continueSound(count)
                counts.samplesInserted += count
            case .rebuffer:
                counts.underruns += 1
                phase = .buffering
            case .finish: finish()
            }
        }
    }

    private func nextOperation(at position: Int) -> PlayoutOperation {
        guard phase != .finished, phase != .waiting else { return .silence }
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
        let isAtEnd: Bool
        let isEnded: Bool
        switch end {
        case .unknown: (isAtEnd, isEnded) = (false, false)
        case .reached: (isAtEnd, isEnded) = (cursor.sequence > highestSequence, true)
        case .last(let sequence): (isAtEnd, isEnded) = (cursor.sequence > sequence, true)
        }
        return PlayoutFacts(
            phase: phase == .playing ? .playing : .buffering, isFrameHere: slots.holds(cursor),
            isLaterFrameHere: cursor.sequence < highestSequence || holdsRest(of: cursor), isAtEnd: isAtEnd,
            isEnded: isEnded, delay: position - mediaTime,
            target: estimator.base + estimator.allowance(margin: outputBlock), frameLength: frameLength,
            held: continuation.made, idle: position - lastPacketTime)
    }

    private func holdsRest(of position: FramePosition) -> Bool {
        for index in position.index..<PacketSlots.maximumFrames
        where slots.holds(FramePosition(sequence: position.sequence, index: index)) {
            return true
        }
        return false
    }

    /// Decodes the frame at the cursor onto the line.
    private mutating func play(at position: Int) {
        guard let range = slots.range(of: cursor) else { return conceal() }
        let pool = slots.pool
        guard decoder.decode(pool.span.extracting(range)) else {
            counts.framesRefused += 1
            return conceal()
        }
        if slots.isRepeat(cursor) { counts.framesRepeated += 1 } else { counts.framesPlayed += 1 }
        if phase == .buffering {
            fadeIn()
            phase = .playing
        }
        appendFrame()
        if let packet = slots[cursor.sequence], packet.isReceived {
            counts.bufferWait = position - mediaTime
        }
        advance()
    }

    /// Fills the missing frame's time.
    private mutating func conceal() {
        if phase == .buffering { phase = .playing }
        if configuration.mode == .adaptive {
            let pool = slots.pool
            let isConcealed: Bool
            if let next = slots.range(of: successor(of: cursor)) {
                isConcealed = decoder.conceal(next: pool.span.extracting(next))
            } else {
                isConcealed = decoder.conceal(next: nil)
            }
            if isConcealed {
                counts.framesConcealedByCodec += 1
                appendFrame()
            } else {
                counts.framesConcealed += 1
                continueSound(frameLength)
            }
        } else {
            counts.framesConcealed += 1
            line.appendSilence(frameLength)
        }
        advance()
    }

    /// Leads a continued waveform over into the decoded frame and puts the frame on the line.
    private mutating func appendFrame() {
        if continuation.isActive {
            let count = min(Self.fadeLength, frameLength)
            for index in 0..<count {
                let weight = Float(index + 1) / Float(count + 1)
                let continued = continuation.nextSample()
                decoder.samples[index] = continued + weight * (decoder.samples[index] - continued)
            }
            continuation.stop()
        }
        let samples = decoder.samples
        line.append(samples.span)
    }

    private mutating func fadeIn() {
        guard abs(decoder.samples[0]) > Self.click else { return }
        let count = min(Self.fadeLength, frameLength)
        for index in 0..<count {
            decoder.samples[index] *= Float(index) / Float(count)
        }
    }

    private mutating func continueSound(_ count: Int) {
        startContinuation()
        for _ in 0..<count {
            line.append(continuation.nextSample())
        }
    }

    private mutating func startContinuation() {
        guard !continuation.isActive else { return }
        let past = line.samples
        continuation.start(past: past.span, end: line.end)
    }

    private mutating func finish() {
        phase = .finished
        slots.removeAll()
        guard abs(line.samples[line.end - 1]) > Self.click else { return line.appendSilence(1) }
        startContinuation()
        for index in 0..<Self.fadeLength {
            line.append(continuation.nextSample() * (1 - Float(index + 1) / Float(Self.fadeLength)))
        }
    }

    private func successor(of position: FramePosition) -> FramePosition {
        position.index + 1 < frameCount(of: position.sequence)
            ? FramePosition(sequence: position.sequence, index: position.index + 1)
            : FramePosition(sequence: position.sequence + 1, index: 0)
    }

    /// Moves the cursor behind its frame.
    private mutating func advance() {
        slots.release(cursor)
        let next = successor(of: cursor)
        mediaTime += frameLength
        if next.sequence != cursor.sequence {
            if slots[cursor.sequence]?.isReceived != true {
                counts.packetsLost += 1
                slots.assume(cursor.sequence, frameCount: frameCount(of: cursor.sequence))
            }
            slots.releaseFrames(of: cursor.sequence)
        }
        cursor = next
    }
}

extension PlayerStatistics {
    /// Frames whose turn has come.
    var framesDecided: Int {
        framesPlayed + framesRepeated + framesConcealedByCodec + framesConcealed + framesSkipped
    }
}

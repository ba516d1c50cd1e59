extension BurstAssembly {
    /// Takes the frames of a DATA packet: those that it repeats for earlier packets, then its own.
    mutating func receive(
        _ frames: BurstFrames, numbered number: UInt16, now: Instant, into events: inout [BurstEvent]
    ) {
        guard let sequence = place(number, into: &events) else { return }
        largestBatch = max(largestBatch, frames.newCount)
        if isLateJoin == nil {
            isLateJoin = sequence > (header == nil ? 1 : configuration.joinDistance)
        }
        guard isNew(sequence, into: &events) else { return }
        newest = max(newest, sequence)
        lastProgress = now
        events.append(
            .arrived(ArrivedPacket(sequence: sequence, frames: frames, codec: defaultCodec, batchSize: batchSize)))
        recover(from: frames, of: sequence, now: now)
        if sequence >= next {
            keep(PendingPacket(sequence, heard: frames, at: now))
        }
        drain(into: &events)
    }

    /// When the hole in front of the next packet is given up.
    var gapDeadline: Instant? {
        guard let gapNoticed else { return nil }
        let isJoining = isLateJoin == true && summary.frames == 0
        return gapNoticed + (isJoining ? configuration.joinPatience : configuration.gapPatience)
    }

    /// Gives up the hole in front of the next packet: delivers what there is of it, else goes to the next that came.
    mutating func skipGap(into events: inout [BurstEvent]) {
        guard let first = pending.first else {
            let total = Int(end?.packetCount ?? 0)
            giveUp(through: total)
            noticeGap()
            return
        }
        giveUp(through: first.sequence - 1)
        deliver(first, into: &events)
        pending.removeFirst()
        drain(into: &events)
    }

    /// Notes since when `next` is missing: since the earliest packet behind it, or END.
    mutating func noticeGap() {
        gapNoticed = pending.isEmpty ? nil : pending.lazy.map(\.arrival).min()
        if let end, let endNoticed, next <= Int(end.packetCount) {
            gapNoticed = gapNoticed.map { min($0, endNoticed) } ?? endNoticed
        }
    }

    /// New frames in a packet, as START says; else the most that was seen.
    private var batchSize: Int {
        guard let framing = header?.framing else { return largestBatch }
        return Int(framing.batchSize)
    }

    private func frameMilliseconds(of codec: VoiceCodec) -> Int {
        guard let header, header.codec == codec, let framing = header.framing else { return codec.frameMilliseconds }
        return Int(framing.frameMilliseconds)
    }

    private var defaultCodec: VoiceCodec { header?.codec ?? .aacLC }

    /// Unwraps a sequence number around the newest one.
    private func place(_ number: UInt16, into events: inout [BurstEvent]) -> Int? {
        guard newest > 0 else {
            guard number > 0 else {
                events.append(.refused(.invalidSequence))
                return nil
            }
            return Int(number)
        }
        let sequence = newest + Int(Int16(truncatingIfNeeded: Int(number) - newest))
        guard sequence > 0 else {
            events.append(.refused(.invalidSequence))
            return nil
        }
        guard sequence <= newest + configuration.reach else {
            events.append(.refused(.outOfReach))
            return nil
        }
        return sequence
    }

    /// Whether the packet was not heard before, and is not given up.
    private mutating func isNew(_ sequence: Int, into events: inout [BurstEvent]) -> Bool {
        guard sequence < next else {
            guard let index = pending.firstIndex(where: { $0.sequence == sequence }), pending[index].isHeard else {
                return true
            }
            summary.packetsDuplicated += 1
            return false
        }
        switch record.fate(at: next - sequence) {
        case .heard:
            summary.packetsDuplicated += 1
            return false
        case .recovered:
            record.setHeard(at: next - sequence)
            summary.packetsRecovered -= 1
            summary.packetsReceived += 1
            return true
        case .missed:
            summary.packetsLate += 1
            events.append(.refused(.late))
            return false
        }
    }

    /// Finds the frames of missing packets among the repeats.
    private mutating func recover(from frames: BurstFrames, of sequence: Int, now: Instant) {
        var distance = 1
        while let packet = PendingPacket(
            before: sequence, distance: distance, in: frames, batchSize: batchSize, at: now), packet.sequence >= next
        {
            keep(packet)
            distance += 1
        }
    }

    /// Files a packet at its place, unless a better copy lies there.
    private mutating func keep(_ packet: PendingPacket) {
        guard let last = pending.last, last.sequence >= packet.sequence else {
            pending.append(packet)
            keptBytes += packet.size
            return
        }
        let index = pending.firstIndex { $0.sequence >= packet.sequence } ?? pending.endIndex
        if pending[index].sequence == packet.sequence {
            replace(at: index, with: packet)
        } else {
            pending.insert(packet, at: index)
            keptBytes += packet.size
        }
    }

    private mutating func replace(at index: Int, with packet: PendingPacket) {
        guard packet.improves(on: pending[index]) else { return }
        keptBytes += packet.size - pending[index].size
        let arrival = pending[index].arrival
        pending[index] = packet
        pending[index].arrival = arrival
    }

    /// Delivers as far as nothing is missing.
    private mutating func drain(into events: inout [BurstEvent]) {
        var count = 0
        while count < pending.count, pending[count].sequence == next, pending[count].isWhole {
            deliver(pending[count], into: &events)
            count += 1
        }
        if count > 0 { pending.removeFirst(count) }
        noticeGap()
    }

    private mutating func deliver(_ packet: PendingPacket, into events: inout [BurstEvent]) {
        if summary.frames == 0, isLateJoin == true { summary.firstSequence = packet.sequence }
        for frame in packet.frames {
            let codec = frame.codec ?? defaultCodec
            deliveredMilliseconds += frameMilliseconds(of: codec)
            events.append(.delivered(frame: frame.bytes, codec: codec))
        }
        summary.frames += packet.frames.count
        if packet.isHeard {
            summary.packetsReceived += 1
        } else {
            summary.packetsRecovered += 1
        }
        record.append(packet.isHeard ? .heard : .recovered)
        next = packet.sequence + 1
    }

    /// Counts the packets up to `last` as lost; those in front of a late joiner's first one are none of its own.
    private mutating func giveUp(through last: Int) {
        guard last >= next else { return }
        let count = last - next + 1
        record.append(.missed, count: count)
        if isLateJoin != true || summary.frames > 0 { summary.packetsLost += count }
        next = last + 1
    }
}

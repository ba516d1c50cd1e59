import PTTWire

extension MeshEngine {
    /// Queues a text and sends it as soon as there is a session.
    mutating func enter(
        _ text: String, id: String, to peer: PeerID, now: ClockReading, into effects: inout [Effect]
    ) {
        let longest = max(text.utf8.count, id.utf8.count)
        guard longest <= PrivateMessage.largestFieldLength else {
            effects.append(.textProgressed(id: id, .failed(.tooLong(bytes: longest)), peer: peer))
            return
        }
        guard outbox.enter(.text(text), id: id, to: peer, at: now.instant) else {
            effects.append(.textProgressed(id: id, .failed(.queueFull), peer: peer))
            return
        }
        scheduleMaintenance(at: now.instant + configuration.limits.queuedTextLifetime)
        guard hasSession(with: peer) else {
            effects.append(.textProgressed(id: id, .queued, peer: peer))
            openSession(with: peer, now: now, into: &effects)
            return
        }
        flush(to: peer, now: now, into: &effects)
    }

    /// Tells the peer that its message was seen.
    mutating func tellRead(_ id: String, to peer: PeerID, now: ClockReading, into effects: inout [Effect]) {
        guard outbox.enter(.readReceipt, id: id, to: peer, at: now.instant) else { return }
        flush(to: peer, now: now, into: &effects)
    }

    /// Sends everything that waits for the peer, in the order of entry.
    mutating func flush(to peer: PeerID, now: ClockReading, into effects: inout [Effect]) {
        guard hasSession(with: peer) else { return }
        for index in outbox.waiting(for: peer) where !transmit(index, now: now, into: &effects) { break }
        outbox.dropSentReceipts()
    }

    /// Sends one item; false when the session does not take it.
    private mutating func transmit(_ index: Int, now: ClockReading, into effects: inout [Effect]) -> Bool {
        let item = outbox.items[index]
        let isFirst = item.stage == .queued
        guard send(item, now: now, into: &effects) else { return false }
        outbox.markSent(index, at: now.instant)
        guard case .text = item.content else { return true }
        if isFirst {
            statistics.textsSent += 1
            effects.append(.textProgressed(id: item.id, .sent, peer: item.peer))
        }
        if peerTable[item.peer]?.voice != nil {
            scheduleMaintenance(at: now.instant + configuration.limits.textRepeatInterval)
        }
        return true
    }

    private mutating func send(_ item: TextOutbox.Item, now: ClockReading, into effects: inout [Effect]) -> Bool {
        switch item.content {
        case .readReceipt:
            return seal(.readReceipt, Array(item.id.utf8), to: item.peer, now: now, into: &effects)
        case .text(let text):
            do throws(PayloadError) {
                let body = try PrivateMessage(id: item.id, text: text).encoded()
                return seal(.message, body, to: item.peer, now: now, into: &effects)
            } catch {
                // Lengths were checked when the text was entered.
                return false
            }
        }
    }

    // MARK: Repeats

    /// Sends again what was not confirmed in time, to peers that know how to tell a repeat.
    mutating func repeatTexts(now: ClockReading, into effects: inout [Effect]) {
        for index in outbox.items.indices {
            guard let due = nextRepeat(of: outbox.items[index]), due <= now.instant else { continue }
            _ = transmit(index, now: now, into: &effects)
        }
    }

    /// When the first unconfirmed text goes again.
    var nextTextRepeat: Instant? {
        outbox.items.lazy.compactMap(nextRepeat).min()
    }

    private func nextRepeat(of item: TextOutbox.Item) -> Instant? {
        guard case .sent(let times, let last) = item.stage, times <= configuration.limits.textRepeats,
            peerTable[item.peer]?.voice != nil, hasSession(with: item.peer)
        else { return nil }
        return last + configuration.limits.textRepeatInterval * (1 << (times - 1))
    }

    // MARK: Arrivals

    /// Takes a private text: confirms it at once, and hands it on unless it came before.
    mutating func takeText(_ body: ArraySlice<UInt8>, _ delivery: Delivery, into effects: inout [Effect]) {
        let message: PrivateMessage
        do throws(PayloadError) {
            message = try PrivateMessage(decoding: body)
        } catch {
            refuse(.malformedPayload, delivery, into: &effects)
            return
        }
        let isNew = receivedTexts.note(message.id, from: delivery.sender)
        _ = seal(.deliveredReceipt, Array(message.id.utf8), to: delivery.sender, now: delivery.now, into: &effects)
        guard isNew else { return statistics.count(.duplicate) }
        statistics.textsReceived += 1
        effects.append(
            .textReceived(message.text, id: message.id, from: delivery.sender, sent: delivery.sent))
    }

    /// Takes a receipt; one for an ID that is not ours means nothing, as shipped peers send such.
    mutating func takeReceipt(
        _ body: ArraySlice<UInt8>, isRead: Bool, from peer: PeerID, into effects: inout [Effect]
    ) {
        guard let id = String(validating: body, as: UTF8.self) else { return }
        guard outbox.confirm(id, by: peer, isRead: isRead) else { return }
        effects.append(.textProgressed(id: id, isRead ? .read : .delivered, peer: peer))
    }
}

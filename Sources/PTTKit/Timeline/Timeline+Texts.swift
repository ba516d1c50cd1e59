public import PTTMesh
import PTTStore
public import PTTWire

/// A text, ours or another's.
public struct TextEntry: Hashable, Sendable {
    public var conversation: ConversationID
    public var talker: PeerID
    public var nickname: String
    public var direction: Bubble.Direction
    public var messageID: String
    public var text: String

    public init(
        _ text: String, messageID: String, _ direction: Bubble.Direction, by talker: PeerID,
        in conversation: ConversationID
    ) {
        self.text = text
        self.messageID = messageID
        self.direction = direction
        self.talker = talker
        self.conversation = conversation
        nickname = ""
    }
}

/// How a receipt names what it is for.
public enum ReceiptSubject: Hashable, Sendable {
    case burst(BurstID)
    /// A text, or the stable ID of a note or file.
    case message(String)
}

extension Timeline {
    /// Keeps a text; one that is here already changes nothing.
    public func add(_ entry: TextEntry, at now: Timestamp) throws(DeviceError) -> Arrival {
        var bubble = Bubble(entry.direction, .text, by: entry.talker, in: entry.conversation, at: now)
        bubble.nickname = fitting(entry.nickname)
        bubble.messageID = fitting(entry.messageID)
        let text = fitting(entry.text, configuration.textBytes)
        bubble.text = text
        bubble.bytes = text.utf8.count
        let arrival = try change { [folders, bubble] transaction throws(StoreError) -> Arrival in
            if entry.direction == .received, try transaction.isBlocked(entry.talker, in: entry.conversation) {
                return .blocked
            }
            let known = try transaction.bubble(
                messageID: bubble.messageID ?? "", by: entry.talker, in: entry.conversation, folders)
            if let known { return known.state == .removed ? .closed : .duplicate(known) }
            var added = bubble
            added.id = try transaction.insert(bubble)
            return .added(added)
        }
        try retain(at: now)
        return arrival
    }

    /// Gives a burst of ours the stable ID under which its note goes out.
    public func name(_ key: BubbleKey, messageID: String) throws(DeviceError) {
        let id = fitting(messageID)
        try change { [folders] transaction throws(StoreError) in
            guard var bubble = try transaction.bubble(key, in: folders),
                try transaction.bubble(messageID: id, by: key.talker, in: key.conversation, folders) == nil
            else { return }
            bubble.messageID = id
            try transaction.update(bubble)
        }
    }

    /// Keeps how far something of ours got with a peer; going back is ignored, as are peers who have no say.
    ///
    /// In a direct conversation only its peer has a say.
    ///
    /// - Returns: the bubble, if anything changed.
    @discardableResult
    public func take(
        _ stage: DeliveryStage, of subject: ReceiptSubject, from peer: PeerID, at now: Timestamp
    ) throws(DeviceError) -> Bubble? {
        try change { [folders, configuration] transaction throws(StoreError) -> Bubble? in
            guard let id = try transaction.sentBubble(subject, to: peer) else { return nil }
            let count = try transaction.rows("SELECT peer FROM receipt WHERE bubble = \(id) AND peer <> \(peer.stored)")
                .count
            guard count < configuration.receipts else { return nil }
            let changed = try transaction.run(
                """
                INSERT INTO receipt (bubble, peer, stage, at)
                VALUES (\(id), \(peer.stored), \(stage.rawValue), \(now.stored))
                ON CONFLICT DO UPDATE SET stage = excluded.stage, at = excluded.at WHERE excluded.stage > stage
                """)
            return changed > 0 ? try transaction.bubble(id, in: folders) : nil
        }
    }

    /// Something of ours could not be sent to the peer, and nothing says that it arrived.
    @discardableResult
    public func fail(_ subject: ReceiptSubject, to peer: PeerID) throws(DeviceError) -> Bubble? {
        try change { [folders] transaction throws(StoreError) -> Bubble? in
            guard let id = try transaction.sentBubble(subject, to: peer),
                var bubble = try transaction.bubble(id, in: folders), bubble.delivery ?? .queued < .delivered
            else { return nil }
            bubble.state = .failed(.notSent)
            try transaction.update(bubble)
            return bubble
        }
    }

    /// What each peer told about a bubble of ours.
    public func receipts(of bubble: Bubble) throws(DeviceError) -> [Receipt] {
        try read { transaction throws(StoreError) in
            var receipts: [Receipt] = []
            let sql: SQL = "SELECT peer, stage, at FROM receipt WHERE bubble = \(bubble.id) ORDER BY at, peer"
            for row in try transaction.rows(sql) {
                guard let stage = DeliveryStage(rawValue: try row["stage"]) else { continue }
                receipts.append(
                    Receipt(
                        peer: PeerID(rawValue: UInt64(bitPattern: try row["peer"])), stage: stage,
                        at: Timestamp(milliseconds: UInt64(clamping: try row["at"] as Int64))))
            }
            return receipts
        }
    }
}

extension Transaction {
    /// What of ours a peer can speak of: in its own conversation, or said to everyone.
    fileprivate func sentBubble(_ subject: ReceiptSubject, to peer: PeerID) throws(StoreError) -> Int64? {
        let filter: SQL =
            switch subject {
            case .burst(let burst): "burst = \(burst.stored)"
            case .message(let id): "message_id = \(id)"
            }
        let row = try row(
            """
            SELECT bubble.id AS id FROM bubble JOIN conversation ON conversation.id = bubble.conversation
            WHERE sent = 1 AND \(Bubble.State.shown) AND \(filter)
                AND conversation.key IN (\(ConversationID.direct(peer).description), 'mesh')
            ORDER BY conversation.key LIMIT 1
            """)
        return try row.map { row throws(StoreError) in try row["id"] }
    }
}

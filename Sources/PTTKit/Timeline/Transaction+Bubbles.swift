import PTTMesh
import PTTStore
import PTTWire

extension Transaction {
    /// The row of a conversation, made if there is none.
    func conversation(_ id: ConversationID) throws(StoreError) -> Int64 {
        try run("INSERT INTO conversation (key) VALUES (\(id.description)) ON CONFLICT DO NOTHING")
        guard let row = try row("SELECT id FROM conversation WHERE key = \(id.description)") else {
            throw StoreError(.system, "The conversation \(id) cannot be made")
        }
        return try row["id"]
    }

    func bubble(_ key: BubbleKey, in folders: TimelineFolders) throws(StoreError) -> Bubble? {
        try bubble(
            """
            conversation.key = \(key.conversation.description) AND talker = \(key.talker.stored)
            AND burst = \(key.burst.stored)
            """, in: folders)
    }

    func bubble(
        messageID: String, by talker: PeerID, in conversation: ConversationID, _ folders: TimelineFolders
    ) throws(StoreError) -> Bubble? {
        try bubble(
            """
            conversation.key = \(conversation.description) AND talker = \(talker.stored) AND message_id = \(messageID)
            """, in: folders)
    }

    func bubble(_ id: Int64, in folders: TimelineFolders) throws(StoreError) -> Bubble? {
        try bubble("bubble.id = \(id)", in: folders)
    }

    private func bubble(_ condition: SQL, in folders: TimelineFolders) throws(StoreError) -> Bubble? {
        try row("\(Bubble.query) WHERE \(condition)").map { row throws(StoreError) in
            try Bubble(row, in: folders)
        }
    }

    /// Whether nothing is to be taken from a peer, in this conversation or at all.
    func isBlocked(_ talker: PeerID, in conversation: ConversationID) throws(StoreError) -> Bool {
        let direct = ConversationID.direct(talker).description
        return try row(
            "SELECT 1 FROM conversation WHERE blocked = 1 AND key IN (\(direct), \(conversation.description))") != nil
    }

    /// Writes a new bubble as it is, but for its ID.
    ///
    /// - Parameter closed: when it ceased to be shown.
    /// - Returns: its ID.
    func insert(_ bubble: Bubble, closed: Timestamp? = nil) throws(StoreError) -> Int64 {
        let conversation = try conversation(bubble.conversation)
        try run(
            """
            INSERT INTO bubble (conversation, talker, nickname, sent, kind, state, failure, unread, burst, message_id,
                began, closed, duration, frames_lost, partial, file, bytes, text)
            VALUES (\(conversation), \(bubble.talker.stored), \(bubble.nickname), \(bubble.direction == .sent),
                \(bubble.kind.rawValue), \(bubble.state.name), \(optional: bubble.state.failure?.rawValue), \(bubble.isUnread),
                \(optional: bubble.burst?.stored), \(optional: bubble.messageID), \(bubble.began.stored), \(optional: closed?.stored),
                \(bubble.duration.stored), \(bubble.framesLost), \(bubble.isPartial), \(optional: bubble.storedName?.text),
                \(bubble.bytes), \(optional: bubble.text))
            """)
        let id = lastInsertedRow
        if bubble.direction == .received, bubble.conversation != .everyone, closed == nil {
            try run("UPDATE conversation SET nickname = \(bubble.nickname) WHERE id = \(conversation)")
        }
        return id
    }

    /// Writes what may change in a bubble.
    func update(_ bubble: Bubble) throws(StoreError) {
        try run(
            """
            UPDATE bubble SET kind = \(bubble.kind.rawValue), state = \(bubble.state.name),
                failure = \(optional: bubble.state.failure?.rawValue), unread = \(bubble.isUnread),
                message_id = \(optional: bubble.messageID), duration = \(bubble.duration.stored),
                frames_lost = \(bubble.framesLost), partial = \(bubble.isPartial), file = \(optional: bubble.storedName?.text),
                bytes = \(bubble.bytes), text = \(optional: bubble.text)
            WHERE id = \(bubble.id)
            """)
    }

    /// Takes a bubble out of sight and its file off the disk; its key stays taken for a while.
    func close(_ bubble: Bubble, as state: Bubble.State, at now: Timestamp) throws(StoreError) {
        if let name = bubble.storedName { try ask(bubble.folder, name) }
        try run("DELETE FROM receipt WHERE bubble = \(bubble.id)")
        try run(
            """
            UPDATE bubble SET state = \(state.name), failure = NULL, unread = 0, closed = \(now.stored), file = NULL,
                bytes = 0, text = NULL, nickname = '' WHERE id = \(bubble.id)
            """)
    }
}

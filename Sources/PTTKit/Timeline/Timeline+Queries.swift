public import PTTMesh
import PTTStore
import PTTWire

extension Timeline {
    /// Every conversation, the one with the newest bubble first.
    public func conversations() throws(DeviceError) -> [Conversation] {
        try read { transaction throws(StoreError) in
            var conversations: [Conversation] = []
            for row in try transaction.rows("\(Conversation.query) ORDER BY last DESC, key") {
                if let conversation = try Conversation(row) { conversations.append(conversation) }
            }
            return conversations
        }
    }

    /// One conversation; one that was never used has the settings that hold in general.
    public func conversation(_ id: ConversationID) throws(DeviceError) -> Conversation {
        let known = try read { transaction throws(StoreError) in
            try transaction.row("\(Conversation.query) WHERE key = \(id.description)")
                .flatMap { row throws(StoreError) in try Conversation(row) }
        }
        return known
            ?? Conversation(
                id: id, nickname: "", fingerprint: nil, settings: ConversationSettings(), unread: 0,
                lastMilliseconds: nil)
    }

    /// Changes what its owner wants of a conversation; bubbles that are there stay.
    public func set(_ settings: ConversationSettings, of id: ConversationID) throws(DeviceError) {
        try change { transaction throws(StoreError) in
            let conversation = try transaction.conversation(id)
            try transaction.run(
                """
                UPDATE conversation SET live_voice = \(optional: settings.liveVoice.stored),
                    autoplay = \(optional: settings.autoplay.stored), do_not_disturb = \(settings.doesNotDisturb),
                    blocked = \(settings.isBlocked) WHERE id = \(conversation)
                """)
        }
    }

    /// Keeps the fingerprint of a peer's key, the first one that is told.
    ///
    /// - Returns: false when another one is kept.
    public func identify(_ peer: PeerID, fingerprint: String) throws(DeviceError) -> Bool {
        try change { transaction throws(StoreError) in
            let id = try transaction.conversation(.direct(peer))
            try transaction.run(
                "UPDATE conversation SET fingerprint = \(fingerprint) WHERE id = \(id) AND fingerprint IS NULL")
            return try transaction.row(
                "SELECT 1 FROM conversation WHERE id = \(id) AND fingerprint = \(fingerprint)") != nil
        }
    }

    /// A page of what is shown, oldest first.
    ///
    /// - Parameters:
    ///   - id: nil for all conversations together.
    ///   - position: the page ends before it; nil for the newest page.
    ///   - count: bubbles at most.
    public func bubbles(
        in id: ConversationID? = nil, before position: Bubble.Position? = nil, newest count: Int
    ) throws(DeviceError) -> [Bubble] {
        let place: SQL = id.map { "conversation.key = \($0.description)" } ?? "1"
        let time: SQL = position.map { "(began, bubble.id) < (\($0.milliseconds), \($0.id))" } ?? "1"
        let limit = min(max(0, count), configuration.page)
        let rows = try read { transaction throws(StoreError) in
            try transaction.rows(
                """
                \(Bubble.query) WHERE \(Bubble.State.shown) AND \(place) AND \(time)
                ORDER BY began DESC, bubble.id DESC LIMIT \(limit)
                """)
        }
        return bubbles(rows).reversed()
    }

    /// The bubble of a burst, also one that is no longer shown.
    public func bubble(_ key: BubbleKey) throws(DeviceError) -> Bubble? {
        try read { [folders] transaction throws(StoreError) in try transaction.bubble(key, in: folders) }
    }

    public func bubble(_ id: Int64) throws(DeviceError) -> Bubble? {
        try read { [folders] transaction throws(StoreError) in try transaction.bubble(id, in: folders) }
    }

    /// Somebody looked at a conversation, up to and with one bubble or to its end.
    ///
    /// - Returns: the bubbles that were unread, for receipts.
    @discardableResult
    public func markRead(
        _ id: ConversationID, upTo position: Bubble.Position? = nil
    ) throws(DeviceError) -> [Bubble] {
        let time: SQL = position.map { "(began, bubble.id) <= (\($0.milliseconds), \($0.id))" } ?? "1"
        let rows = try change { transaction throws(StoreError) in
            let rows = try transaction.rows(
                "\(Bubble.query) WHERE conversation.key = \(id.description) AND unread = 1 AND \(time) ORDER BY began, id"
            )
            for row in rows {
                try transaction.run("UPDATE bubble SET unread = 0 WHERE id = \(try row["id"] as Int64)")
            }
            return rows
        }
        return bubbles(rows)
    }

    /// Somebody heard or saw one bubble.
    ///
    /// - Returns: whether it was unread.
    @discardableResult
    public func markRead(_ bubble: Bubble) throws(DeviceError) -> Bool {
        try change { transaction throws(StoreError) in
            try transaction.run("UPDATE bubble SET unread = 0 WHERE id = \(bubble.id) AND unread = 1") > 0
        }
    }
}

extension Conversation {
    fileprivate static let query: SQL = """
        SELECT conversation.*,
            (SELECT count(*) FROM bubble WHERE bubble.conversation = conversation.id AND unread = 1) AS unread,
            (SELECT max(began) FROM bubble WHERE bubble.conversation = conversation.id AND \(Bubble.State.shown)) AS last
        FROM conversation
        """

    /// Nil for a row that no version of ours wrote.
    fileprivate init?(_ row: Row) throws(StoreError) {
        guard let id = ConversationID(try row["key"]) else { return nil }
        var settings = ConversationSettings()
        settings.liveVoice = Override(stored: try row["live_voice"])
        settings.autoplay = Override(stored: try row["autoplay"])
        settings.doesNotDisturb = try row["do_not_disturb"]
        settings.isBlocked = try row["blocked"]
        self.init(
            id: id, nickname: try row["nickname"], fingerprint: try row["fingerprint"], settings: settings,
            unread: try row["unread"],
            lastMilliseconds: (try row["last"] as Int64?).map { UInt64(clamping: $0) })
    }
}

extension Override {
    fileprivate var stored: Bool? {
        switch self {
        case .inherited: nil
        case .on: true
        case .off: false
        }
    }

    fileprivate init(stored: Bool?) {
        self = stored.map { $0 ? .on : .off } ?? .inherited
    }
}

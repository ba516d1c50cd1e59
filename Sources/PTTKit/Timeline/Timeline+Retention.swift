import PTTStore
public import PTTWire

extension Timeline {
    /// Removes what is too old, and the oldest of what is too much; never a live burst.
    ///
    /// Called after every addition; call it now and then when nothing is added.
    ///
    /// - Returns: bubbles that are no longer shown.
    @discardableResult
    public func retain(at now: Timestamp) throws(DeviceError) -> Int {
        var removed = 0
        // In pieces, so that no answer and no transaction grows without bound.
        while true {
            let piece = try removePiece(at: now)
            removed += piece
            if piece < Self.piece { return removed }
        }
    }

    /// Takes one bubble away, as its owner wishes.
    ///
    /// - Throws: ``DeviceError`` `.badRequest` for a live one: cancel or finish it first.
    public func remove(_ bubble: Bubble, at now: Timestamp) throws(DeviceError) {
        let isLive = try change { [folders] transaction throws(StoreError) in
            guard let known = try transaction.bubble(bubble.id, in: folders) else { return false }
            if !known.isLive { try transaction.close(known, as: .removed, at: now) }
            return known.isLive
        }
        guard !isLive else { throw DeviceError(.badRequest, "A live burst cannot be removed.") }
    }

    private static let piece = 1_000

    private func removePiece(at now: Timestamp) throws(DeviceError) -> Int {
        let oldest = now.stored - configuration.age.stored
        let forgotten = now.stored - configuration.tombstoneAge.stored
        let ids = try read { [configuration] transaction throws(StoreError) in
            var ids: [Int64] = []
            let sql: SQL = """
                SELECT id FROM (
                    SELECT id, state, began, sum(min(bytes, 1073741824)) OVER newer AS bytes, count(*) OVER newer AS place
                    FROM bubble WHERE \(Bubble.State.shown)
                    WINDOW newer AS (ORDER BY began DESC, id DESC)
                ) WHERE state <> 'live'
                    AND (began < \(oldest) OR bytes > \(configuration.bytes) OR place > \(configuration.bubbles))
                ORDER BY began, id LIMIT \(Self.piece)
                """
            for row in try transaction.rows(sql) { ids.append(try row["id"]) }
            return ids
        }
        let hasForgotten = try read { [configuration] transaction throws(StoreError) in
            let old = try transaction.row("SELECT 1 FROM bubble WHERE closed < \(forgotten)")
            let surplus = try transaction.row(
                "SELECT 1 FROM bubble WHERE closed IS NOT NULL LIMIT 1 OFFSET \(configuration.tombstones)")
            return old != nil || surplus != nil
        }
        guard !ids.isEmpty || hasForgotten else { return 0 }
        try change { [folders, configuration] transaction throws(StoreError) in
            for id in ids {
                guard let bubble = try transaction.bubble(id, in: folders) else { continue }
                try transaction.close(bubble, as: .removed, at: now)
            }
            try transaction.forget(before: forgotten, keeping: configuration.tombstones)
        }
        return ids.count
    }
}

extension Transaction {
    /// Forgets bubbles that are no longer shown, and conversations of which nothing is left.
    fileprivate func forget(before time: Int64, keeping count: Int) throws(StoreError) {
        // Without a burst or an ID there is nothing that a straggler could be told by.
        try run(
            "DELETE FROM bubble WHERE closed < \(time) OR (closed IS NOT NULL AND burst IS NULL AND message_id IS NULL)"
        )
        try run(
            """
            DELETE FROM bubble WHERE id IN (
                SELECT id FROM bubble WHERE closed IS NOT NULL ORDER BY closed DESC, id DESC LIMIT -1 OFFSET \(count))
            """)
        try run(
            """
            DELETE FROM conversation WHERE live_voice IS NULL AND autoplay IS NULL AND do_not_disturb = 0
                AND blocked = 0 AND NOT EXISTS (SELECT 1 FROM bubble WHERE bubble.conversation = conversation.id)
            """)
    }
}

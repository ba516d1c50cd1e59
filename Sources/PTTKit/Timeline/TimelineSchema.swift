import PTTStore

/// The tables of a timeline. What was released is never changed, only added to.
enum TimelineSchema {
    /// "PTTL".
    static let current = Schema(applicationID: 0x5054_544C, migrations: [first])

    private static let first = Migration(
        "conversations and bubbles",
        [
            """
            CREATE TABLE conversation (
                id INTEGER PRIMARY KEY,
                key TEXT NOT NULL UNIQUE,
                nickname TEXT NOT NULL DEFAULT '',
                fingerprint TEXT,
                live_voice INTEGER CHECK (live_voice IN (0, 1)),
                autoplay INTEGER CHECK (autoplay IN (0, 1)),
                do_not_disturb INTEGER NOT NULL DEFAULT 0 CHECK (do_not_disturb IN (0, 1)),
                blocked INTEGER NOT NULL DEFAULT 0 CHECK (blocked IN (0, 1))
            ) STRICT
            """,
            // A bubble that is no longer shown stays for a while, so that its key stays taken.
            """
            CREATE TABLE bubble (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                conversation INTEGER NOT NULL REFERENCES conversation ON DELETE CASCADE,
                talker INTEGER NOT NULL,
                nickname TEXT NOT NULL,
                sent INTEGER NOT NULL CHECK (sent IN (0, 1)),
                kind TEXT NOT NULL CHECK (kind IN ('live_voice', 'note', 'text', 'file')),
                state TEXT NOT NULL CHECK (state IN ('live', 'final', 'failed', 'canceled', 'removed')),
                failure TEXT,
                unread INTEGER NOT NULL DEFAULT 0 CHECK (unread IN (0, 1)),
                burst INTEGER,
                message_id TEXT,
                began INTEGER NOT NULL,
                closed INTEGER,
                duration INTEGER NOT NULL DEFAULT 0,
                frames_lost INTEGER NOT NULL DEFAULT 0,
                partial INTEGER NOT NULL DEFAULT 0 CHECK (partial IN (0, 1)),
                file TEXT,
                bytes INTEGER NOT NULL DEFAULT 0 CHECK (bytes >= 0),
                text TEXT,
                UNIQUE (conversation, talker, burst),
                UNIQUE (conversation, talker, message_id)
            ) STRICT
            """,
            "CREATE INDEX bubble_in_time ON bubble (conversation, began, id)",
            "CREATE INDEX bubble_unread ON bubble (conversation) WHERE unread = 1",
            """
            CREATE TABLE receipt (
                bubble INTEGER NOT NULL REFERENCES bubble ON DELETE CASCADE,
                peer INTEGER NOT NULL,
                stage INTEGER NOT NULL,
                at INTEGER NOT NULL,
                PRIMARY KEY (bubble, peer)
            ) STRICT, WITHOUT ROWID
            """,
            // What is still to be done to files: written with the rows that it belongs to, and removed when it is done.
            """
            CREATE TABLE file_work (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                folder TEXT NOT NULL CHECK (folder IN ('incoming', 'outgoing')),
                source TEXT NOT NULL,
                target TEXT
            ) STRICT
            """,
        ])
}

import CSQLite

/// One open file and the statements prepared on it. One owner at a time: its database.
@safe final class Connection {
    private let handle: OpaquePointer
    private var cache: StatementCache

    /// - Throws: ``StoreError`` when the file cannot be opened; it is not read yet.
    init(path: String, configuration: DatabaseConfiguration) throws(StoreError) {
        var opened: OpaquePointer?
        // One owner, so SQLite needs no lock of its own.
        let flags =
            SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW
            | SQLITE_OPEN_EXRESCODE
        let result = unsafe sqlite3_open_v2(path, &opened, flags, nil)
        guard result == SQLITE_OK, let handle = unsafe opened else {
            let error = unsafe StoreError(result, opened, doing: "Cannot open \(path)")
            unsafe sqlite3_close_v2(opened)
            throw error
        }
        unsafe self.handle = handle
        cache = StatementCache(capacity: configuration.cachedStatements)
        unsafe sqlite3_busy_timeout(handle, Int32(clamping: configuration.busyTimeout.wholeMilliseconds))
        unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(clamping: configuration.maximumValueBytes))
        unsafe sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0)
        let trust = unsafe CSQLite_distrust(handle)
        guard trust == SQLITE_OK else { throw unsafe StoreError(trust, handle, doing: "Cannot secure \(path)") }
    }

    deinit {
        cache.removeAll()
        unsafe sqlite3_close_v2(handle)
    }

    /// The prepared statement for a text, from the cache if it is there.
    func statement(_ text: String) throws(StoreError) -> Statement {
        if let statement = cache[text] { return statement }
        let statement = unsafe try Statement(text, on: handle)
        cache[text] = statement
        return statement
    }

    /// Rows that the last statement added, changed or removed.
    var changes: Int {
        unsafe Int(sqlite3_changes64(handle))
    }

    var lastInsertedRow: Int64 {
        unsafe sqlite3_last_insert_rowid(handle)
    }

    /// Some failures end the transaction by themselves.
    var isInTransaction: Bool {
        unsafe sqlite3_get_autocommit(handle) == 0
    }
}

extension Duration {
    fileprivate var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
        return overflow ? .max : scaled &+ attoseconds / 1_000_000_000_000_000
    }
}

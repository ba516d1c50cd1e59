import Foundation

/// The way from a path to a database that can be trusted.
struct Opening {
    let path: String
    let schema: Schema
    let configuration: DatabaseConfiguration

    /// - Throws: ``StoreError`` `.damaged` when the file has to be set aside.
    func run() throws(StoreError) -> (Connection, [Database.Notice]) {
        let isNew = try create()
        let connection = try Connection(path: path, configuration: configuration)
        // Before anything is written, so that a file that is not ours to touch is not touched.
        let version = try number("user_version", connection)
        try requireOurs(connection, version: version)
        try configure(connection)
        try check(connection)
        try migrate(connection, from: version)
        if isNew || version == 0 { return (connection, [.created]) }
        let isOld = version < schema.version
        return (connection, isOld ? [.migrated(from: version, to: schema.version)] : [])
    }

    /// Makes the file for the owner alone; SQLite gives its other files the same mode.
    private func create() throws(StoreError) -> Bool {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            // Closing a file that SQLite has open would drop its locks, so one that is there is not opened here.
            guard errno == EEXIST else { throw DamagedFile.failure("make", path) }
            return false
        }
        close(descriptor)
        return true
    }

    private func requireOurs(_ connection: Connection, version: Int) throws(StoreError) {
        guard version <= schema.version else {
            throw StoreError(
                .newerVersion,
                "\(path) is of version \(version), and this program knows \(schema.version). Update the program.")
        }
        guard version >= 0 else { throw StoreError(.damaged, "\(path) is of version \(version)") }
        let application = try number("application_id", connection)
        guard application != Int(schema.applicationID) else { return }
        let tables = try connection.statement("SELECT count(*) AS value FROM sqlite_schema").rows([], limit: 1)
        let count: Int = try tables.first.map { row throws(StoreError) in try row["value"] } ?? 0
        guard application == 0, version == 0, count == 0 else {
            throw StoreError(.foreign, "\(path) is a database of another program. Move it away.")
        }
    }

    private func configure(_ connection: Connection) throws(StoreError) {
        try connection.execute("PRAGMA journal_mode = WAL")
        switch configuration.durability {
        case .full: try connection.execute("PRAGMA synchronous = FULL")
        case .relaxed: try connection.execute("PRAGMA synchronous = NORMAL")
        }
        try connection.execute("PRAGMA foreign_keys = ON")
        try connection.execute("PRAGMA cell_size_check = ON")
        try connection.execute("PRAGMA max_page_count = \(max(1, configuration.maximumPages))")
    }

    private func check(_ connection: Connection) throws(StoreError) {
        let rows = try connection.statement("PRAGMA quick_check(1)").rows([], limit: 1)
        let verdict: String = try rows.first.map { row throws(StoreError) in try row["quick_check"] } ?? "no answer"
        guard verdict == "ok" else { throw StoreError(.damaged, "\(path) is damaged: \(verdict)") }
    }

    private func migrate(_ connection: Connection, from version: Int) throws(StoreError) {
        for (step, migration) in schema.migrations.enumerated().dropFirst(version) {
            let transaction = Transaction(connection, configuration, mayWrite: true)
            do throws(StoreError) {
                try connection.transaction("BEGIN IMMEDIATE", transaction) { transaction throws(StoreError) in
                    try migration.apply(transaction)
                    try requireForeignKeys(transaction)
                    try connection.execute("PRAGMA application_id = \(schema.applicationID)")
                    try connection.execute("PRAGMA user_version = \(step + 1)")
                }
            } catch {
                // A busy or full disk is no fault of the step.
                guard error.code != .busy, error.code != .full, error.code != .damaged else { throw error }
                throw StoreError(
                    .migration, "\(path) cannot take the step '\(migration.name)' to version \(step + 1): \(error)",
                    cause: error.cause)
            }
        }
    }

    private func requireForeignKeys(_ transaction: borrowing Transaction) throws(StoreError) {
        guard try transaction.row("PRAGMA foreign_key_check") == nil else {
            throw StoreError(.constraint, "a row would point to nothing")
        }
    }

    private func number(_ pragma: String, _ connection: Connection) throws(StoreError) -> Int {
        let rows = try connection.statement("PRAGMA \(pragma)").rows([], limit: 1)
        return try rows.first.map { row throws(StoreError) in try row[pragma] } ?? 0
    }
}

/// Statements that take effect together or not at all. It lives as long as the closure that it is given to.
public struct Transaction: ~Copyable {
    let connection: Connection
    let configuration: DatabaseConfiguration
    let mayWrite: Bool
    private let depth: Int

    init(_ connection: Connection, _ configuration: DatabaseConfiguration, mayWrite: Bool, depth: Int = 0) {
        self.connection = connection
        self.configuration = configuration
        self.mayWrite = mayWrite
        self.depth = depth
    }

    /// Runs a statement that changes the database.
    ///
    /// - Returns: rows added, changed or removed.
    /// - Throws: ``StoreError`` `.statement` where only reading is allowed.
    @discardableResult
    public func run(_ sql: SQL) throws(StoreError) -> Int {
        guard mayWrite else { throw StoreError(.statement, "Not in a reading transaction: '\(sql.text)'") }
        _ = try connection.statement(sql.text).rows(sql.values, limit: configuration.maximumRows)
        return connection.changes
    }

    /// The row ID that the last insertion gave.
    public var lastInsertedRow: Int64 { connection.lastInsertedRow }

    /// What a query answers, all at once.
    public func rows(_ sql: SQL) throws(StoreError) -> [Row] {
        let statement = try connection.statement(sql.text)
        guard mayWrite || statement.isReadOnly else {
            throw StoreError(.statement, "Not in a reading transaction: '\(sql.text)'")
        }
        return try statement.rows(sql.values, limit: configuration.maximumRows)
    }

    /// The first row of an answer.
    public func row(_ sql: SQL) throws(StoreError) -> Row? {
        try rows(sql).first
    }

    /// A part that may fail by itself: what it did is undone when it throws, and the rest goes on if the caller catches.
    @discardableResult
    public func attempt<Value>(
        _ body: (borrowing Transaction) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        let name = "attempt\(depth + 1)"
        try connection.execute("SAVEPOINT \(name)")
        do throws(StoreError) {
            let value = try body(Transaction(connection, configuration, mayWrite: mayWrite, depth: depth + 1))
            try connection.execute("RELEASE \(name)")
            return value
        } catch {
            // A failure that ended the whole transaction took the savepoint with it.
            if connection.isInTransaction {
                try connection.execute("ROLLBACK TO \(name)")
                try connection.execute("RELEASE \(name)")
            }
            throw error
        }
    }
}

/// One SQLite file: opened, checked and brought to the newest version; read and written in transactions only.
///
/// ```swift
/// let database = try Database(path: path, schema: schema)
/// try database.write { transaction throws(StoreError) in
///     try transaction.run("INSERT INTO note (name) VALUES (\(name))")
/// }
/// ```
///
/// Not `Sendable`: one owner, usually an actor. Calls block for as long as the disk takes.
public final class Database {
    /// What opening found.
    public enum Notice: Hashable, Sendable {
        /// There was no file.
        case created
        /// The file was of an older version.
        case migrated(from: Int, to: Int)
        /// The file was damaged; it is kept under another name, and a new one was begun.
        case setAside(path: String, reason: String)
    }

    public let path: String
    /// In the order in which it was found; empty for a sound file of the newest version.
    public let notices: [Notice]
    private let connection: Connection
    private let configuration: DatabaseConfiguration
    private var isBusy = false

    /// - Throws: ``StoreError`` `.newerVersion`, `.foreign` or `.migration`, with the file untouched; `.cannotOpen`, `.busy`
    ///   or `.full`.
    public init(
        path: String, schema: Schema, configuration: DatabaseConfiguration = DatabaseConfiguration()
    ) throws(StoreError) {
        self.path = path
        self.configuration = configuration
        let opening = Opening(path: path, schema: schema, configuration: configuration)
        do throws(StoreError) {
            (connection, notices) = try opening.run()
        } catch {
            guard error.code == .damaged else { throw error }
            let kept = try DamagedFile(path: path).setAside(keeping: configuration.damagedFiles)
            let (fresh, more) = try opening.run()
            connection = fresh
            notices = [.setAside(path: kept, reason: error.description)] + more
        }
    }

    /// Reads one state of the database, whatever others write meanwhile.
    public func read<Value>(
        _ body: (borrowing Transaction) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try transaction("BEGIN DEFERRED", mayWrite: false, body)
    }

    /// Changes the database; nothing of it stays when `body` throws.
    ///
    /// - Throws: what `body` throws; ``StoreError`` `.busy` or `.full`, with nothing changed. Inside another transaction
    ///   `.statement`: use ``Transaction/attempt(_:)`` there.
    @discardableResult
    public func write<Value>(
        _ body: (borrowing Transaction) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try transaction("BEGIN IMMEDIATE", mayWrite: true, body)
    }

    private func transaction<Value>(
        _ begin: String, mayWrite: Bool, _ body: (borrowing Transaction) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        guard !isBusy else { throw StoreError(.statement, "A transaction is open already") }
        isBusy = true
        defer { isBusy = false }
        return try connection.transaction(begin, Transaction(connection, configuration, mayWrite: mayWrite), body)
    }
}

extension Connection {
    /// Runs `body` between a beginning and its end.
    func transaction<Value>(
        _ begin: String, _ transaction: borrowing Transaction,
        _ body: (borrowing Transaction) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try execute(begin)
        do throws(StoreError) {
            let value = try body(transaction)
            try execute("COMMIT")
            return value
        } catch {
            if isInTransaction { try execute("ROLLBACK") }
            throw error
        }
    }

    func execute(_ text: String) throws(StoreError) {
        _ = try statement(text).rows([], limit: 1)
    }
}

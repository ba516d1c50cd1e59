/// What a database file is, and how it came to be so.
public struct Schema: Sendable {
    /// Tells our files from those of other programs; kept in the file's header.
    public var applicationID: Int32
    /// From an empty file to this version, in order. What was released is never changed, only added to: a file's version
    /// is the number of steps that it has taken.
    public var migrations: [Migration]

    public init(applicationID: Int32, migrations: [Migration]) {
        self.applicationID = applicationID
        self.migrations = migrations
    }

    public var version: Int { migrations.count }
}

/// One step from a version of a file to the next: taken whole or not at all.
public struct Migration: Sendable {
    /// For messages.
    public var name: String
    let apply: @Sendable (borrowing Transaction) throws(StoreError) -> Void

    public init(_ name: String, apply: @escaping @Sendable (borrowing Transaction) throws(StoreError) -> Void) {
        self.name = name
        self.apply = apply
    }

    /// A step that runs statements in order.
    public init(_ name: String, _ statements: [SQL]) {
        self.init(name) { transaction throws(StoreError) in
            for statement in statements { try transaction.run(statement) }
        }
    }
}

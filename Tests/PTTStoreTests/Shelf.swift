import PTTStore
import PTTTestSupport

/// A database for tests: things with a name, and what lies on them.
struct Shelf {
    static let first = Migration(
        "things", ["CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT"])
    static let second = Migration("weights", ["ALTER TABLE thing ADD COLUMN weight REAL NOT NULL DEFAULT 1.5"])
    static let third = Migration(
        "labels",
        [
            "CREATE TABLE label (thing INTEGER NOT NULL REFERENCES thing ON DELETE CASCADE, text TEXT NOT NULL) STRICT",
            "INSERT INTO label (thing, text) SELECT id, name FROM thing",
        ])

    static func schema(version: Int = 3) -> Schema {
        Schema(applicationID: 0x5348_4C46, migrations: Array([first, second, third].prefix(version)))
    }

    let folder: TemporaryFolder
    var path: String { folder.path("shelf.sqlite") }

    init() throws {
        folder = try TemporaryFolder()
    }

    func open(
        version: Int = 3, _ change: (inout DatabaseConfiguration) -> Void = { _ in }
    ) throws(StoreError) -> Database {
        var configuration = DatabaseConfiguration()
        configuration.busyTimeout = .zero
        change(&configuration)
        return try Database(path: path, schema: Self.schema(version: version), configuration: configuration)
    }
}

extension Database {
    func add(_ names: String...) throws(StoreError) {
        try write { transaction throws(StoreError) in
            for name in names { try transaction.run("INSERT INTO thing (name) VALUES (\(name))") }
        }
    }

    func names() throws(StoreError) -> [String] {
        try read { transaction throws(StoreError) in
            var names: [String] = []
            for row in try transaction.rows("SELECT name FROM thing ORDER BY id") { names.append(try row["name"]) }
            return names
        }
    }
}

/// What a call threw, if it is ours.
func code(of body: () throws -> Void) -> StoreError.Code? {
    do {
        try body()
    } catch let error as StoreError {
        return error.code
    } catch {}
    return nil
}

import PTTStore
import Testing

struct ValueTests {
    private let shelf: Shelf
    private let database: Database

    init() throws {
        shelf = try Shelf()
        let schema = Schema(
            applicationID: 1,
            migrations: [Migration("any", ["CREATE TABLE value (id INTEGER PRIMARY KEY, it ANY) STRICT"])])
        database = try Database(path: shelf.path, schema: schema)
    }

    private func returned<Value: StoreConvertible>(_ value: Value) throws -> Value {
        try database.write { transaction throws(StoreError) in
            try transaction.run("INSERT OR REPLACE INTO value (id, it) VALUES (1, \(value))")
        }
        return try database.read { transaction throws(StoreError) in
            guard let row = try transaction.row("SELECT it FROM value") else { throw StoreError(.system, "lost") }
            return try row["it"]
        }
    }

    @Test(arguments: [0, 1, -1, Int64.min, Int64.max, 0x7F, 0x80, 0x1_0000_0000])
    func integersComeBack(_ value: Int64) throws {
        #expect(try returned(value) == value)
        #expect(try returned(Int(value)) == Int(value))
    }

    @Test(arguments: [0.0, -0.1, .pi, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity, -.infinity, 3.0])
    func realNumbersComeBack(_ value: Double) throws {
        #expect(try returned(value) == value)
    }

    @Test(arguments: [
        "", "a", "'; DROP TABLE value; --", "nul\0inside", "🎙 ünï", "\u{FEFF}", String(repeating: "x", count: 100_000),
    ])
    func textComesBack(_ value: String) throws {
        #expect(try Array(returned(value).utf8) == Array(value.utf8))
    }

    @Test(arguments: [[], [0], Array(0...255), [UInt8](repeating: 7, count: 200_000)])
    func bytesComeBack(_ value: [UInt8]) throws {
        #expect(try returned(value) == value)
    }

    @Test func optionalValuesAndTruthComeBack() throws {
        #expect(try returned(Int?.none) == nil)
        #expect(try returned(Int?.some(3)) == 3)
        #expect(try returned(String?.some("")) == "")
        #expect(try returned([UInt8]?.some([])) == [])
        #expect(try returned(true))
        #expect(try !returned(false))
    }

    @Test func aValueIsNeverConvertedIntoAnotherType() throws {
        func fails<Value: StoreConvertible>(_ sql: SQL, as type: Value.Type) -> Bool {
            code {
                _ = try database.read { transaction throws(StoreError) -> Value? in
                    try transaction.row(sql).map { row throws(StoreError) in try row["it"] as Value }
                }
            } == .type
        }
        #expect(fails("SELECT '1' AS it", as: Int.self))
        #expect(fails("SELECT 1 AS it", as: String.self))
        #expect(fails("SELECT 1 AS it", as: Double.self))
        #expect(fails("SELECT 1.0 AS it", as: Int.self))
        #expect(fails("SELECT 2 AS it", as: Bool.self))
        #expect(fails("SELECT NULL AS it", as: [UInt8].self))
        #expect(fails("SELECT 'x' AS it", as: [UInt8]?.self))
    }

    @Test func notANumberIsRefused() {
        #expect(code { _ = try returned(Double.nan) } == .type)
    }

    @Test func aColumnThatIsNotThereIsAnError() {
        #expect(
            code {
                _ = try database.read { transaction throws(StoreError) -> Int? in
                    try transaction.row("SELECT 1 AS it").map { row throws(StoreError) in try row["other"] }
                }
            } == .statement)
    }
}

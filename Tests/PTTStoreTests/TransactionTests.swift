import PTTStore
import Testing

struct TransactionTests {
    private let shelf: Shelf
    private let database: Database

    init() throws {
        shelf = try Shelf()
        database = try shelf.open()
    }

    @Test func nothingStaysOfATransactionThatFails() throws {
        try database.add("kept")
        #expect(code { try database.add("lost", "kept") } == .constraint)
        #expect(try database.names() == ["kept"])
        try database.add("after")
        #expect(try database.names() == ["kept", "after"])
    }

    @Test func aPartThatFailsIsUndoneByItself() throws {
        try database.write { transaction throws(StoreError) in
            try transaction.run("INSERT INTO thing (name) VALUES ('a')")
            do throws(StoreError) {
                try transaction.attempt { inner throws(StoreError) in
                    try inner.run("INSERT INTO thing (name) VALUES ('b')")
                    try inner.attempt { innermost throws(StoreError) in
                        try innermost.run("INSERT INTO thing (name) VALUES ('c')")
                    }
                    try inner.run("INSERT INTO thing (name) VALUES ('a')")
                }
            } catch {
                guard error.code == .constraint else { throw error }
            }
            try transaction.attempt { inner throws(StoreError) in
                try inner.run("INSERT INTO thing (name) VALUES ('d')")
            }
        }
        #expect(try database.names() == ["a", "d"])
    }

    @Test func aTransactionInsideATransactionIsRefused() throws {
        #expect(
            code {
                try database.write { transaction throws(StoreError) in
                    try transaction.run("INSERT INTO thing (name) VALUES ('a')")
                    try database.add("b")
                }
            } == .statement)
        #expect(try database.names() == [])
    }

    @Test func aReadingTransactionWritesNothing() throws {
        for sql: SQL in ["DELETE FROM thing", "INSERT INTO thing (name) VALUES ('x') RETURNING id"] {
            let ran = code {
                try database.read { transaction throws(StoreError) in _ = try transaction.run(sql) }
            }
            let queried = code {
                try database.read { transaction throws(StoreError) in _ = try transaction.rows(sql) }
            }
            #expect(ran == .statement && queried == .statement)
        }
        #expect(try database.names() == [])
    }

    @Test(arguments: [
        "'; DROP TABLE thing; --", "x') ; DELETE FROM thing; --", "\" OR 1=1 --", "?1", "Robert'); DROP TABLE thing;--",
        "%_",
    ])
    func aValueNeverBecomesPartOfAStatement(_ hostile: String) throws {
        try database.add("innocent", hostile)
        let found = try database.read { transaction throws(StoreError) in
            try transaction.rows("SELECT id FROM thing WHERE name = \(hostile)").count
        }
        #expect(found == 1)
        #expect(try database.names() == ["innocent", hostile])
    }

    @Test func whatIsNotExactlyOneStatementIsRefused() {
        for sql: SQL in [
            "", "  ", "SELEC 1", "SELECT 1; DELETE FROM thing", "SELECT * FROM nothing", "-- only a remark",
        ] {
            #expect(
                code { _ = try database.read { transaction throws(StoreError) in try transaction.rows(sql) } }
                    == .statement)
        }
    }

    @Test func fragmentsBringTheirValuesAlong() throws {
        try database.add("a", "b", "c")
        let filter: SQL = "name IN (\("a"), \("c"))"
        let names = try database.read { transaction throws(StoreError) in
            var names: [String] = []
            for row in try transaction.rows("SELECT name FROM thing WHERE \(filter) AND id > \(1)") {
                names.append(try row["name"])
            }
            return names
        }
        #expect(names == ["c"])
    }

    @Test func rowsThatPointToNothingAreRefusedAndGoWithTheirOwner() throws {
        let refusal = code {
            try database.write { transaction throws(StoreError) in
                _ = try transaction.run("INSERT INTO label VALUES (99, 'x')")
            }
        }
        #expect(refusal == .constraint)
        try database.add("a")
        let left = try database.write { transaction throws(StoreError) in
            try transaction.run("INSERT INTO label VALUES (\(transaction.lastInsertedRow), 'x')")
            #expect(try transaction.run("DELETE FROM thing") == 1)
            return try transaction.rows("SELECT * FROM label").count
        }
        #expect(left == 0)
    }

    @Test func answersAndValuesHaveBounds() throws {
        let small = try Shelf().open {
            $0.maximumRows = 2
            $0.maximumValueBytes = 2_000
            $0.cachedStatements = 1
        }
        try small.add("a", "b")
        #expect(try small.names().count == 2)
        #expect(code { try small.add(String(repeating: "x", count: 3_000)) } == .tooLarge)
        try small.add("c")
        #expect(code { _ = try small.names() } == .tooLarge)
    }

    @Test func whatWasWrittenIsThereAfterOpeningAgain() throws {
        try database.add("a", "b")
        #expect(try shelf.open().names() == ["a", "b"])
        #expect(try shelf.open().notices == [])
    }
}

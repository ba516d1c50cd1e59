import PTTStore
import Testing

struct ContentionTests {
    private let shelf: Shelf

    init() throws {
        shelf = try Shelf()
    }

    @Test func aSecondWriterIsToldToWaitAndChangesNothing() throws {
        let one = try shelf.open()
        let other = try shelf.open()
        try one.write { transaction throws(StoreError) in
            try transaction.run("INSERT INTO thing (name) VALUES ('one')")
            #expect(code { try other.add("other") } == .busy)
        }
        try other.add("other")
        #expect(try one.names() == ["one", "other"])
    }

    @Test func aReaderSeesOneStateWhileAnotherWrites() throws {
        let reader = try shelf.open()
        let writer = try shelf.open()
        try writer.add("a")
        let counts = try reader.read { transaction throws(StoreError) in
            let before = try transaction.rows("SELECT * FROM thing").count
            try writer.add("b")
            return [before, try transaction.rows("SELECT * FROM thing").count]
        }
        #expect(counts == [1, 1])
        #expect(try reader.names() == ["a", "b"])
    }

    @Test func aFullDiskFailsTheWriteAndKeepsTheRest() throws {
        let database = try shelf.open { $0.maximumPages = 24 }
        var written = 0
        let failure = code {
            for index in 0..<1_000 {
                try database.add("\(index) " + String(repeating: "x", count: 1_000))
                written += 1
            }
        }
        #expect(failure == .full)
        #expect(written > 10)
        #expect(try database.names().count == written)
        try database.write { transaction throws(StoreError) in try transaction.run("DELETE FROM thing WHERE id > 2") }
        try database.add("room again")
        #expect(try shelf.open().names().count == 3)
    }
}

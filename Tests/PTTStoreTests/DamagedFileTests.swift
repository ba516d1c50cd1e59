import Foundation
import PTTStore
import PTTTestSupport
import Testing

struct DamagedFileTests {
    private let shelf: Shelf

    init() throws {
        shelf = try Shelf()
    }

    /// A sound file of several pages, closed.
    private func fill() throws -> [UInt8] {
        let database = try shelf.open()
        try database.write { transaction throws(StoreError) in
            for index in 0..<400 {
                try transaction.run(
                    "INSERT INTO thing (name) VALUES (\("thing \(index) " + String(repeating: "x", count: 50)))")
            }
        }
        _ = consume database
        return try shelf.folder.bytes(of: shelf.path)
    }

    private func write(_ bytes: [UInt8]) throws {
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: shelf.path + suffix) }
        _ = try shelf.folder.file("shelf.sqlite", bytes)
    }

    /// Opens what is there: a new database must work, and the damaged bytes must have been kept.
    private func expectSetAside(_ bytes: [UInt8], _ comment: Comment) throws {
        let database = try shelf.open()
        guard case .setAside(let path, let reason) = database.notices.first else {
            Issue.record("not set aside: \(comment)")
            return
        }
        #expect(database.notices.last == .created)
        #expect(!reason.isEmpty)
        #expect(try shelf.folder.bytes(of: path) == bytes, comment)
        #expect(try database.names() == [])
        try database.add("new")
        #expect(try database.names() == ["new"])
    }

    @Test func aFileOfRandomBytesIsSetAside() throws {
        var random = SeededGenerator(seed: 1)
        for size in [20, 99, 100, 512, 4_096, 50_000] {
            let bytes = (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
            try write(bytes)
            try expectSetAside(bytes, "\(size) bytes")
        }
    }

    @Test func aFileCutShortIsSetAside() throws {
        let whole = try fill()
        for size in [100, 1_000, 4_096, 8_192, whole.count / 2, whole.count - 4_096] {
            try write(Array(whole.prefix(size)))
            try expectSetAside(Array(whole.prefix(size)), "\(size) of \(whole.count) bytes")
        }
    }

    @Test(arguments: 0..<12)
    func aPageOfGarbageIsSetAsideOrHarmless(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var bytes = try fill()
        let page = Int.random(in: 0..<bytes.count / 4_096, using: &random)
        for index in page * 4_096..<(page + 1) * 4_096 { bytes[index] = UInt8.random(in: 0...255, using: &random) }
        try write(bytes)
        try expectSetAside(bytes, "page \(page)")
    }

    @Test(arguments: 0..<60)
    func aFlippedByteNeverTraps(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var bytes = try fill()
        // The first pages hold the header and the schema, where a byte matters most.
        let place = Int.random(in: 0..<(seed % 2 == 0 ? 600 : bytes.count), using: &random)
        bytes[place] ^= UInt8.random(in: 1...255, using: &random)
        try write(bytes)
        do {
            let database = try shelf.open()
            _ = try? database.names()
            try? database.add("new")
        } catch {
            // A flipped version or application says that the file is not ours to touch.
            #expect([.newerVersion, .foreign].contains(error.code), "\(error)")
            #expect(try shelf.folder.bytes(of: shelf.path) == bytes)
        }
    }

    @Test func garbageInTheJournalCostsNothingThatWasInTheFile() throws {
        let whole = try fill()
        try write(whole)
        var random = SeededGenerator(seed: 3)
        _ = try shelf.folder.file(
            "shelf.sqlite-wal", (0..<9_000).map { _ in UInt8.random(in: 0...255, using: &random) })
        let database = try shelf.open()
        #expect(database.notices == [])
        #expect(try database.names().count == 400)
    }

    @Test func anEmptyFileIsANewDatabase() throws {
        try write([])
        let database = try shelf.open()
        #expect(database.notices == [.created])
        try database.add("a")
    }

    @Test func onlySoManyDamagedFilesAreKeptNewestFirst() throws {
        for round in UInt8(1)...5 {
            try write([UInt8](repeating: round, count: 64))
            _ = try shelf.open { $0.damagedFiles = 3 }
        }
        let kept = try FileManager.default.contentsOfDirectory(atPath: shelf.folder.url.path)
            .filter { $0.contains("damaged") && !$0.contains("-wal") && !$0.contains("-shm") }
        #expect(kept.count == 3)
        #expect(try shelf.folder.bytes(of: shelf.path + ".damaged-1").first == 5)
        #expect(try shelf.folder.bytes(of: shelf.path + ".damaged-3").first == 3)
    }
}

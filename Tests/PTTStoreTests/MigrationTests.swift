import Foundation
import PTTStore
import PTTTestSupport
import Testing

struct MigrationTests {
    private let shelf: Shelf

    init() throws {
        shelf = try Shelf()
    }

    @Test func aNewFileIsMadeForTheOwnerAlone() throws {
        let database = try shelf.open()
        try database.add("a")
        #expect(database.notices == [.created])
        for name in try FileManager.default.contentsOfDirectory(atPath: shelf.folder.url.path) {
            let attributes = try FileManager.default.attributesOfItem(atPath: shelf.folder.path(name))
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
    }

    @Test(arguments: [1, 2])
    func aFileOfEachOlderVersionMigrates(_ version: Int) throws {
        try shelf.open(version: version).add("old")
        let database = try shelf.open()
        #expect(database.notices == [.migrated(from: version, to: 3)])
        let row = try database.read { transaction throws(StoreError) in
            try transaction.row("SELECT name, weight, text FROM thing JOIN label ON label.thing = thing.id")
        }
        let found = try #require(row)
        #expect(try found["name"] == "old")
        #expect(try found["weight"] == 1.5)
        #expect(try found["text"] == "old")
        #expect(try shelf.open().notices == [])
    }

    @Test func aFileOfANewerVersionIsRefusedUntouched() throws {
        try shelf.open().add("new")
        let before = try shelf.folder.bytes(of: shelf.path)
        #expect(code { _ = try shelf.open(version: 2) } == .newerVersion)
        #expect(try shelf.folder.bytes(of: shelf.path) == before)
        #expect(try shelf.open().names() == ["new"])
    }

    @Test func aFileOfAnotherProgramIsRefused() throws {
        try shelf.open().add("theirs")
        let other = Schema(applicationID: 77, migrations: Shelf.schema().migrations)
        #expect(code { _ = try Database(path: shelf.path, schema: other) } == .foreign)
        #expect(try shelf.open().names() == ["theirs"])
    }

    @Test func aStepThatFailsLeavesTheFileAsItWas() throws {
        try shelf.open(version: 1).add("old")
        let broken = Migration(
            "broken", ["ALTER TABLE thing ADD COLUMN colour TEXT", "INSERT INTO thing (name) VALUES ('old')"])
        let schema = Schema(applicationID: Shelf.schema().applicationID, migrations: [Shelf.first, broken])
        #expect(code { _ = try Database(path: shelf.path, schema: schema) } == .migration)
        let again = try shelf.open(version: 2)
        #expect(again.notices == [.migrated(from: 1, to: 2)])
        #expect(try again.names() == ["old"])
    }

    @Test func aStepMayNotLeaveRowsThatPointToNothing() throws {
        try shelf.open().add("a")
        let dangling = Migration(
            "dangling",
            [
                "PRAGMA defer_foreign_keys = ON", "CREATE TABLE copy AS SELECT * FROM label",
                "INSERT INTO label VALUES (99, 'x')",
            ])
        let schema = Schema(
            applicationID: Shelf.schema().applicationID, migrations: Shelf.schema().migrations + [dangling])
        #expect(code { _ = try Database(path: shelf.path, schema: schema) } == .migration)
        #expect(try shelf.open().names() == ["a"])
    }

    @Test func aPathThatCannotBeADatabaseIsAnError() throws {
        try FileManager.default.createDirectory(atPath: shelf.path, withIntermediateDirectories: false)
        #expect(code { _ = try shelf.open() } == .cannotOpen)
        let nowhere = shelf.folder.path("missing/shelf.sqlite")
        #expect(code { _ = try Database(path: nowhere, schema: Shelf.schema()) } == .cannotOpen)
    }

    @Test func aLinkIsNotFollowed() throws {
        let target = shelf.folder.path("elsewhere")
        try FileManager.default.createSymbolicLink(atPath: shelf.path, withDestinationPath: target)
        #expect(code { _ = try shelf.open() } == .cannotOpen)
        #expect(!FileManager.default.fileExists(atPath: target))
    }
}

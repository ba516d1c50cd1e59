import Foundation
import PTTStore
import PTTTestSupport
import Testing

/// A child process writes and is killed; what it was told to be written must be there, and nothing by halves.
struct CrashTests {
    /// Writes pairs of rows; each pair that was committed is noted in a file.
    static func writePairs(_ path: String, acknowledging log: String, beforeEach: (Int) -> Void) throws {
        let database = try Database(path: path, schema: Shelf.schema())
        let descriptor = open(log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        var step = 0
        for pair in 0..<10_000 {
            try database.write { transaction throws(StoreError) in
                for half in ["left", "right"] {
                    beforeEach(step)
                    step += 1
                    try transaction.run("INSERT INTO thing (name) VALUES (\("\(pair) \(half)"))")
                }
                beforeEach(step)
                step += 1
            }
            _ = write(descriptor, "x", 1)
        }
    }

    private func expectWholePairs(_ shelf: Shelf, atLeast least: Int) throws {
        let acknowledged = try Data(contentsOf: shelf.folder("log")).count
        let database = try shelf.open()
        #expect(database.notices == [])
        let names = try database.names()
        #expect(names.count == 2 * acknowledged || names.count == 2 * (acknowledged + 1))
        #expect(names == (0..<names.count / 2).flatMap { ["\($0) left", "\($0) right"] })
        #expect(acknowledged >= least)
        try database.add("after")
    }

    @Test(arguments: [30, 31, 32])
    func aProcessKilledBetweenStatementsLeavesWholeTransactions(_ last: Int) async throws {
        let shelf = try Shelf()
        let (path, log) = (shelf.path, shelf.folder.path("log"))
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, log = log as String, last = last as Int] in
            try Self.writePairs(path, acknowledging: log) { if $0 == last { kill(getpid(), SIGKILL) } }
        }
        try expectWholePairs(shelf, atLeast: 10)
    }

    @Test(arguments: [900, 2_300, 7_000, 19_000])
    func aProcessKilledAtAnyMomentLeavesWholeTransactions(_ microseconds: Int) async throws {
        let shelf = try Shelf()
        let (path, log) = (shelf.path, shelf.folder.path("log"))
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, log = log as String, microseconds = microseconds as Int] in
            // The kernel's alarm goes off wherever the process is by then, in the middle of a system call or not.
            try Self.writePairs(path, acknowledging: log) { step in
                guard step == 9 else { return }
                signal(SIGALRM) { _ in kill(getpid(), SIGKILL) }
                ualarm(UInt32(microseconds), 0)
            }
        }
        try expectWholePairs(shelf, atLeast: 3)
    }

    @Test func aProcessKilledWhileItMigratesMigratesNextTime() async throws {
        let shelf = try Shelf()
        try shelf.open(version: 1).add("old")
        let path = shelf.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let dying = Migration("dying") { transaction throws(StoreError) in
                try transaction.run("ALTER TABLE thing ADD COLUMN weight REAL NOT NULL DEFAULT 9.9")
                kill(getpid(), SIGKILL)
            }
            let schema = Schema(applicationID: Shelf.schema().applicationID, migrations: [Shelf.first, dying])
            _ = try Database(path: path, schema: schema)
        }
        let database = try shelf.open()
        #expect(database.notices == [.migrated(from: 1, to: 3)])
        #expect(try database.names() == ["old"])
    }
}

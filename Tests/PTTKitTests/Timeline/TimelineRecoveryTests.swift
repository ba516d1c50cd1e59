import Foundation
import PTTMesh
import PTTStore
import PTTTestSupport
import PTTWire
import Testing

@testable import PTTKit

struct TimelineRecoveryTests {
    private let subject: TimelineSubject
    private let key: BubbleKey

    init() throws {
        subject = try TimelineSubject()
        key = subject.key()
    }

    private func put(_ name: String, _ bytes: Int = 4, in folder: TimelineFolders.Name = .incoming) throws {
        try Data(repeating: 1, count: bytes).write(to: subject.folders.url(folder, name))
    }

    @Test func aBurstThatWasLiveIsKeptAsAPartialCapture() throws {
        try subject.hear(key)
        try subject.hear(subject.key(2), bytes: 0)
        try subject.restart()
        let recovery = subject.timeline.recovery
        #expect(recovery.keptCaptures == 1 && recovery.lostCaptures == 1)
        let kept = try #require(try subject.timeline.bubble(key))
        #expect(kept.state == .final && kept.isPartial && kept.bytes == 10)
        #expect(try subject.timeline.bubble(subject.key(2))?.state == .failed(.interrupted))
        #expect(try subject.isConsistent())
        // Its talker may still take it back.
        #expect(try subject.timeline.cancel(key, at: subject.now) != nil)
        #expect(try subject.files().isEmpty)
    }

    @Test func filesOfNobodyAreSweptAndOthersLeftAlone() throws {
        try put("voice_live_00000000000000ff_00b0b00000000001_dm.aac")
        try put("voice_live_nonsense.aac")
        try put("arriving_1")
        try put(".arriving_1.99")
        try put("readme.txt")
        try FileManager.default.createSymbolicLink(
            atPath: subject.folders.url(.incoming, "voice_live_link").path, withDestinationPath: "/etc/passwd")
        try subject.restart()
        #expect(subject.timeline.recovery.removedOrphans == 4)
        #expect(try subject.files() == ["readme.txt"])
        #expect(FileManager.default.fileExists(atPath: "/etc/passwd"))
    }

    @Test func oldFilesOfNobodyGoAsBubblesDo() throws {
        try put("voice_00000000000000ff.m4a", in: .outgoing)
        try subject.restart()
        #expect(try subject.files(.outgoing).count == 1)
        let written = subject.folders.modified(
            try #require(StoredName("voice_00000000000000ff.m4a")), in: .outgoing)
        subject.now = Timestamp(milliseconds: written.milliseconds + 8 * TimelineSubject.day)
        try subject.restart()
        #expect(try subject.files(.outgoing).isEmpty)
    }

    @Test func aRenamingThatFailsIsDoneLater() throws {
        try subject.hear(key)
        // A folder in the way: the row changes, the file cannot.
        let blocked = subject.folders.url(.incoming, "voice_0000000000000001_00b0b00000000001_dm.aac")
        try FileManager.default.createDirectory(at: blocked, withIntermediateDirectories: false)
        #expect(try subject.finish(key)?.state == .final)
        #expect(subject.timeline.takeFaults().count >= 1)
        try subject.restart()
        #expect(try subject.timeline.bubble(key)?.state == .final)
        try FileManager.default.removeItem(at: blocked)
        try subject.restart()
        #expect(subject.timeline.recovery.finishedFileWork == 1)
        #expect(try subject.content(of: subject.timeline.bubble(key))?.count == 10)
        #expect(try subject.isConsistent())
    }

    @Test func aRenamingInterruptedBeforeOrAfterTheDiskIsFinished() throws {
        for isRenamed in [false, true] {
            let subject = try TimelineSubject()
            try subject.hear(key)
            let live = "voice_live_0000000000000001_00b0b00000000001_dm.aac"
            let final = "voice_0000000000000001_00b0b00000000001_dm.aac"
            try subject.tamper(
                "UPDATE bubble SET state = 'final', bytes = 10, file = \(final)",
                "INSERT INTO file_work (folder, source, target) VALUES ('incoming', \(live), \(final))")
            if isRenamed {
                try FileManager.default.moveItem(
                    at: subject.folders.url(.incoming, live), to: subject.folders.url(.incoming, final))
            }
            try subject.restart()
            #expect(try subject.files() == [final])
            #expect(try subject.isConsistent())
        }
    }

    @Test func aRemovalInterruptedBeforeOrAfterTheDiskIsFinished() throws {
        for isGone in [false, true] {
            let subject = try TimelineSubject()
            try subject.note(key)
            let file = try #require(try subject.shown().first?.file)
            try subject.tamper(
                "UPDATE bubble SET state = 'removed', closed = 1, unread = 0, file = NULL, bytes = 0",
                "INSERT INTO file_work (folder, source) VALUES ('incoming', \(file.lastPathComponent))")
            if isGone { try FileManager.default.removeItem(at: file) }
            try subject.restart()
            #expect(try subject.files().isEmpty)
            #expect(try subject.isConsistent())
        }
    }

    @Test func aNoteThatArrivedAndWasNotRenamedYetIsNotSwept() throws {
        try put("arriving_1", 20)
        try subject.hear(key)
        try subject.tamper(
            "UPDATE bubble SET state = 'final', kind = 'note', bytes = 20, file = 'voice_x.m4a'",
            "INSERT INTO file_work (folder, source) SELECT 'incoming', 'voice_live_0000000000000001_00b0b00000000001_dm.aac'",
            "INSERT INTO file_work (folder, source, target) VALUES ('incoming', 'arriving_1', 'voice_x.m4a')")
        try subject.restart()
        #expect(try subject.content(of: subject.timeline.bubble(key))?.count == 20)
        #expect(try subject.files() == ["voice_x.m4a"])
        #expect(try subject.isConsistent())
    }

    @Test func aLostFileIsSaidAndAChangedOneIsMeasured() throws {
        try subject.note(key)
        try subject.note(subject.key(2))
        let files = try subject.shown().compactMap(\.file)
        try FileManager.default.removeItem(at: files[0])
        try Data(repeating: 2, count: 99).write(to: files[1])
        try subject.restart()
        #expect(subject.timeline.recovery.filesLost == 1)
        #expect(try subject.shown().map(\.state) == [.failed(.fileLost), .final])
        #expect(try subject.shown().map(\.bytes) == [0, 99])
        #expect(try subject.isConsistent())
    }

    @Test func voicesOutliveADamagedDatabase() throws {
        try subject.hear(key)
        try subject.finish(key)
        try subject.hear(subject.key(2, by: TimelineSubject.eve, in: .everyone))
        for suffix in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: subject.folders.database.path + suffix)
        }
        try Data("no database at all".utf8).write(to: subject.folders.database)
        try subject.restart()
        let damaged = try #require(subject.timeline.recovery.damaged)
        #expect(damaged.path == subject.folders.database.path + ".damaged-1")
        #expect(subject.timeline.recovery.adopted == 2)
        let bubbles = try subject.shown()
        #expect(Set(bubbles.compactMap(\.key)) == [key, subject.key(2, by: TimelineSubject.eve, in: .everyone)])
        #expect(bubbles.allSatisfy { $0.state == .final && !$0.isUnread })
        #expect(try subject.isConsistent())
    }

    @Test func aHostileDatabaseReachesNoFileOutsideItsFolders() throws {
        let victim = subject.folder("data").appending(path: "victim")
        try Data([1]).write(to: victim)
        try subject.note(key)
        try subject.tamper(
            "UPDATE bubble SET file = '../../victim'",
            "INSERT INTO file_work (folder, source) VALUES ('incoming', '../../victim')",
            "INSERT INTO file_work (folder, source, target) VALUES ('incoming', 'readme', '../../victim')",
            "INSERT INTO conversation (key) VALUES ('dm:nobody')",
            """
            INSERT INTO bubble (conversation, talker, nickname, sent, kind, state, began, bytes, duration)
            SELECT id, 1, '', 0, 'text', 'final', -9223372036854775808, 9223372036854775807, -5
            FROM conversation
            """)
        try subject.restart()
        #expect(try subject.timeline.conversations().map(\.id) == [.direct(TimelineSubject.bob)])
        for bubble in try subject.shown() { try subject.timeline.remove(bubble, at: subject.now) }
        #expect(FileManager.default.fileExists(atPath: victim.path))
        #expect(try subject.shown().isEmpty)
    }
}

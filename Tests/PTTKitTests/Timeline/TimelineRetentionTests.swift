import PTTMesh
import PTTStore
import PTTWire
import Testing

@testable import PTTKit

struct TimelineRetentionTests {
    @Test func whatIsAWeekOldGoesWithItsFile() throws {
        let subject = try TimelineSubject()
        let old = subject.key(1)
        try subject.hear(old)
        try subject.finish(old)
        subject.pass(milliseconds: 6 * TimelineSubject.day)
        try subject.note(subject.key(2))
        #expect(try subject.shown().count == 2)
        subject.pass(milliseconds: TimelineSubject.day + 1)
        #expect(try subject.timeline.retain(at: subject.now) == 1)
        #expect(try subject.shown().map(\.burst?.rawValue) == [2])
        #expect(try subject.unread() == 1)
        #expect(try subject.note(old) == .closed)
        #expect(try subject.isConsistent())
    }

    @Test func theOldestGoesWhenTheFilesAreTooLarge() throws {
        let subject = try TimelineSubject { $0.bytes = 100 }
        for burst in UInt64(1)...6 {
            try subject.note(subject.key(burst), bytes: 30)
            subject.pass(milliseconds: 1)
        }
        #expect(try subject.shown().map(\.burst?.rawValue) == [4, 5, 6])
        #expect(try subject.files().count == 3)
        try subject.note(subject.key(7), bytes: 90)
        #expect(try subject.shown().map(\.burst?.rawValue) == [7])
        #expect(try subject.isConsistent())
    }

    @Test func textsCountAsFilesDo() throws {
        let subject = try TimelineSubject {
            $0.bytes = 100
            $0.textBytes = 40
        }
        for index in 0..<5 { _ = try subject.text(String(repeating: "x", count: 60), id: "\(index)") }
        #expect(try subject.shown().map(\.bytes) == [40, 40])
    }

    @Test func aLiveBurstIsNeverTaken() throws {
        let subject = try TimelineSubject {
            $0.bytes = 10
            $0.bubbles = 1
        }
        let live = subject.key(1)
        try subject.hear(live, bytes: 500)
        subject.pass(milliseconds: 30 * TimelineSubject.day)
        try subject.note(subject.key(2), bytes: 10)
        try subject.timeline.retain(at: subject.now)
        #expect(try subject.timeline.bubble(live)?.isLive == true)
        #expect(try subject.files().contains { $0.hasPrefix(StoredName.livePrefix) })
        #expect(try subject.shown().count == 2)
    }

    @Test func onlySoManyBubblesAreKept() throws {
        let subject = try TimelineSubject { $0.bubbles = 5 }
        for index in 0..<9 { _ = try subject.text("\(index)", id: "\(index)") }
        #expect(try subject.shown().map(\.text) == ["4", "5", "6", "7", "8"])
        #expect(try subject.unread() == 5)
    }

    @Test func onlySoManyClosedBurstsAreRemembered() throws {
        let subject = try TimelineSubject { $0.tombstones = 3 }
        for burst in UInt64(1)...5 {
            try subject.timeline.cancel(subject.key(burst), at: subject.now)
            subject.pass(milliseconds: 1)
        }
        for burst in UInt64(1)...5 {
            #expect(try (subject.timeline.bubble(subject.key(burst)) != nil) == (burst > 2))
        }
    }

    @Test func aClosedBurstIsForgottenAfterAWeek() throws {
        let subject = try TimelineSubject()
        try subject.timeline.cancel(subject.key(), at: subject.now)
        subject.pass(milliseconds: 7 * TimelineSubject.day + 1)
        try subject.timeline.retain(at: subject.now)
        #expect(try subject.timeline.bubble(subject.key()) == nil)
        #expect(try subject.timeline.conversations().isEmpty)
    }

    @Test func aTimelineOfThousandsShrinksInPieces() throws {
        let subject = try TimelineSubject()
        _ = try subject.text("first", id: "0")
        try subject.tamper(
            """
            WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 2500)
            INSERT INTO bubble (conversation, talker, nickname, sent, kind, state, unread, message_id, began, text)
            SELECT 1, 5, 'x', 0, 'text', 'final', 1, 'id' || n, 1000 + n, 'text' FROM number
            """)
        #expect(try subject.timeline.retain(at: subject.now) == 2_500)
        #expect(try subject.shown().map(\.text) == ["first"])
        #expect(try subject.unread() == 1)
    }
}

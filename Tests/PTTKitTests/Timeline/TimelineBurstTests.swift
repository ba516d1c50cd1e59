import Foundation
import PTTMesh
import PTTWire
import Testing

@testable import PTTKit

struct TimelineBurstTests {
    private let subject: TimelineSubject
    private let key: BubbleKey

    init() throws {
        subject = try TimelineSubject()
        key = subject.key()
    }

    private let captured = [UInt8](repeating: 0xAA, count: 10)
    private let recorded = [UInt8](repeating: 0xBB, count: 20)

    @Test func aBurstIsALiveBubbleAndThenAKeptOne() throws {
        let bubble = try #require(try subject.hear(key).bubble)
        #expect(bubble.isLive && bubble.isUnread && bubble.kind == .liveVoice && bubble.nickname == "Bob")
        #expect(bubble.file?.lastPathComponent == "voice_live_0000000000000001_00b0b00000000001_dm.aac")
        subject.pass(milliseconds: 2_000)
        let kept = try #require(try subject.finish(key))
        #expect(kept.state == .final && !kept.isPartial && kept.framesLost == 3 && kept.duration == .seconds(2))
        #expect(kept.file?.lastPathComponent == "voice_0000000000000001_00b0b00000000001_dm.aac")
        #expect(kept.began == bubble.began)
        #expect(try subject.content(of: kept) == captured)
        #expect(try subject.shown() == [kept])
        #expect(try subject.isConsistent())
    }

    @Test func theNoteTakesThePlaceOfTheCaptureOnceAndSilently() throws {
        let live = try #require(try subject.hear(key).bubble)
        try subject.finish(key)
        try subject.timeline.markRead(live)
        subject.pass(milliseconds: 700_000)
        let arrival = try subject.note(key, messageID: "media-1")
        #expect(arrival.name == "replaced")
        let note = try #require(try subject.shown().first)
        #expect(note.id == live.id && note.kind == .note && note.began == live.began && note.messageID == "media-1")
        #expect(!note.isUnread && note.duration == .seconds(3) && note.framesLost == 0)
        #expect(try subject.content(of: note) == recorded)
        for messageID in ["media-1", "media-2", nil] {
            #expect(try subject.note(key, bytes: 30, messageID: messageID).name == "duplicate")
        }
        #expect(try subject.content(of: subject.shown().first) == recorded)
        #expect(try subject.files() == ["voice_0000000000000001_00b0b00000000001_dm.m4a"])
        #expect(try subject.unread() == 0)
        #expect(try subject.isConsistent())
    }

    @Test func aNoteBeforeAnyPacketIsTheBubbleAndLatePacketsAddNothing() throws {
        #expect(try subject.note(key).name == "added")
        let opening = try subject.hear(key)
        #expect(!opening.isOpen && opening.bubble?.kind == .note)
        #expect(try subject.finish(key)?.kind == .note)
        #expect(try subject.timeline.cancel(key, at: subject.now) == nil)
        #expect(try subject.shown().count == 1)
        #expect(try subject.unread() == 1)
        #expect(try subject.content(of: subject.shown().first) == recorded)
        #expect(try subject.isConsistent())
    }

    @Test func aNoteWhileTheBurstGoesOnEndsIt() throws {
        let live = try #require(try subject.hear(key).bubble)
        #expect(try subject.note(key).name == "replaced")
        #expect(try subject.shown().first?.state == .final)
        #expect(try !FileManager.default.fileExists(atPath: #require(live.file).path))
        #expect(try !subject.hear(key).isOpen)
        #expect(try subject.finish(key)?.kind == .note)
        #expect(try subject.unread() == 1)
        #expect(try subject.isConsistent())
    }

    @Test func aBurstOfWhichNothingCameFailsAndItsNoteStillShows() throws {
        try subject.hear(key, bytes: 0)
        #expect(try subject.finish(key, whole: false)?.state == .failed(.nothingHeard))
        #expect(try subject.note(key).name == "replaced")
        let note = try #require(try subject.shown().first)
        #expect(note.state == .final && note.kind == .note)
        #expect(try subject.isConsistent())
    }

    @Test func theNoteFindsItsBubbleAfterARestart() throws {
        let live = try #require(try subject.hear(key).bubble)
        try subject.finish(key)
        try subject.restart()
        subject.pass(milliseconds: 3 * TimelineSubject.day)
        try subject.restart()
        #expect(try subject.note(key).name == "replaced")
        #expect(try subject.shown().map(\.id) == [live.id])
        try subject.restart()
        #expect(try subject.note(key).name == "duplicate")
        #expect(try !subject.hear(key).isOpen)
        #expect(try subject.isConsistent())
    }

    @Test func aNoteInTheFormatOfTheCaptureReplacesItsFile() throws {
        try subject.hear(key)
        try subject.finish(key)
        var arrival = FileArrival(
            .note(key.burst), recorded, named: "voice_\(key.burst).aac", by: key.talker, in: key.conversation)
        arrival.nickname = "Bob"
        #expect(try subject.timeline.take(arrival, at: subject.now).name == "replaced")
        #expect(try subject.content(of: subject.shown().first) == recorded)
        #expect(try subject.isConsistent())
    }

    @Test func nobodyElseReachesTheBubble() throws {
        try subject.hear(key)
        try subject.finish(key)
        #expect(try subject.note(subject.key(by: TimelineSubject.eve)).name == "added")
        #expect(try subject.note(subject.key(by: TimelineSubject.eve, in: .everyone)).name == "added")
        #expect(try subject.note(subject.key(in: .everyone)).name == "added")
        try subject.timeline.cancel(subject.key(by: TimelineSubject.eve, in: key.conversation), at: subject.now)
        #expect(try subject.shown().count == 4)
        #expect(try subject.content(of: subject.timeline.bubble(key)) == captured)
        #expect(try subject.isConsistent())
    }

    @Test func aCanceledBurstLeavesNothingAndStaysGone() throws {
        let live = try #require(try subject.hear(key).bubble)
        #expect(try subject.unread() == 1)
        let gone = try #require(try subject.timeline.cancel(key, at: subject.now))
        #expect(gone.id == live.id && gone.state == .canceled)
        for round in 0..<2 {
            #expect(try subject.shown().isEmpty)
            #expect(try subject.unread() == 0)
            #expect(try subject.files().isEmpty)
            #expect(try !subject.hear(key).isOpen)
            #expect(try subject.note(key).name == "closed")
            #expect(try subject.finish(key)?.state == .canceled)
            if round == 0 { try subject.restart() }
        }
    }

    @Test func aCancellationThatComesFirstClosesTheBurst() throws {
        #expect(try subject.timeline.cancel(key, at: subject.now) == nil)
        #expect(try !subject.hear(key).isOpen)
        #expect(try subject.shown().isEmpty)
    }

    @Test func aCancellationTakesAPartialCaptureButNotAWholeBurst() throws {
        try subject.hear(key)
        try subject.finish(key, whole: false)
        #expect(try subject.timeline.cancel(key, at: subject.now) != nil)
        let unheard = subject.key(3)
        try subject.hear(unheard, bytes: 0)
        try subject.finish(unheard, whole: false)
        #expect(try subject.timeline.cancel(unheard, at: subject.now) != nil)
        let other = subject.key(2)
        try subject.hear(other)
        try subject.finish(other)
        #expect(try subject.timeline.cancel(other, at: subject.now) == nil)
        #expect(try subject.shown().count == 1)
        #expect(try subject.isConsistent())
    }

    @Test func aPacketAfterTheEndResurrectsNothing() throws {
        try subject.hear(key)
        let kept = try subject.finish(key)
        #expect(try subject.hear(key).bubble == kept)
        try subject.restart()
        #expect(try !subject.hear(key).isOpen)
        #expect(try subject.content(of: subject.shown().first) == captured)
    }

    @Test func aBlockedTalkerLeavesNothingAnywhere() throws {
        var settings = ConversationSettings()
        settings.isBlocked = true
        try subject.timeline.set(settings, of: .direct(TimelineSubject.bob))
        #expect(try subject.hear(key) == .blocked)
        #expect(try subject.hear(subject.key(in: .everyone)) == .blocked)
        #expect(try subject.note(key) == .blocked)
        #expect(try subject.text("hi", id: "1") == .blocked)
        #expect(try subject.hear(subject.key(by: TimelineSubject.eve, in: .everyone)).isOpen)
        #expect(try subject.shown().count == 1)
    }

    @Test func ourOwnBurstIsKeptUnderTheNameThatItTravelsWith() throws {
        let ours = BubbleKey(
            conversation: .direct(TimelineSubject.bob), talker: TimelineSubject.us, burst: BurstID(rawValue: 9))
        let beginning = BurstBeginning(ours, nickname: "Us", direction: .sent, fileExtension: "m4a")
        let bubble = try #require(try subject.timeline.begin(beginning, at: subject.now).bubble)
        #expect(bubble.file?.lastPathComponent == "voice_0000000000000009.m4a" && !bubble.isUnread)
        try Data(captured).write(to: #require(bubble.file))
        #expect(try subject.finish(ours)?.state == .final)
        #expect(try subject.isConsistent())
        // A peer cannot put a note of its own behind it.
        #expect(
            try subject.note(BubbleKey(conversation: ours.conversation, talker: TimelineSubject.us, burst: ours.burst))
                .name == "duplicate")
        #expect(try subject.content(of: subject.timeline.bubble(ours)) == captured)
    }

    @Test(arguments: ["voice_00112233445566aa.m4a", "voice_00112233445566AA.aac"])
    func aNoteNamesItsBurst(_ name: String) {
        #expect(BurstID(noteName: name) == BurstID(rawValue: 0x0011_2233_4455_66AA))
    }

    @Test(arguments: [
        "", "voice_", "voice_0011.m4a", "voice_20260708_120000_ABC.m4a", "voice_00112233445566aa", "img_1.jpg",
        "voice_00112233445566aa.m4a.exe", "voice_00112233445566aag.m4a", "../voice_00112233445566aa.m4a",
    ])
    func otherNamesNameNoBurst(_ name: String) {
        #expect(BurstID(noteName: name) == nil)
    }
}

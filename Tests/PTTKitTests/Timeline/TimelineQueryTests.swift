import PTTMesh
import PTTWire
import Testing

@testable import PTTKit

struct TimelineQueryTests {
    private let subject: TimelineSubject
    private let bob = ConversationID.direct(TimelineSubject.bob)

    init() throws {
        subject = try TimelineSubject()
    }

    @Test func pagesGoBackThroughAllThatIsShown() throws {
        for index in 0..<25 {
            _ = try subject.text("text \(index)", id: "\(index)")
            // Some at the same moment: the order of arrival decides.
            if index % 3 == 0 { subject.pass(milliseconds: 10) }
        }
        var seen: [String] = []
        var position: Bubble.Position?
        while true {
            let page = try subject.timeline.bubbles(in: bob, before: position, newest: 10)
            guard let first = page.first else { break }
            seen = page.compactMap(\.text) + seen
            position = first.position
        }
        #expect(seen == (0..<25).map { "text \($0)" })
        #expect(try subject.timeline.bubbles(in: .everyone, newest: 10).isEmpty)
        #expect(try subject.timeline.bubbles(newest: 3).map(\.text) == ["text 22", "text 23", "text 24"])
    }

    @Test func whatIsUnreadIsCountedUntilSomebodyLooks() throws {
        for index in 0..<4 { _ = try subject.text("text", id: "\(index)") }
        _ = try subject.text("ours", id: "ours", .sent)
        #expect(try subject.unread() == 4)
        let second = try subject.shown()[1]
        #expect(try subject.timeline.markRead(bob, upTo: second.position).map(\.messageID) == ["0", "1"])
        #expect(try subject.unread() == 2)
        let third = try subject.shown()[2]
        #expect(try subject.timeline.markRead(third))
        #expect(try !subject.timeline.markRead(third))
        #expect(try subject.timeline.markRead(bob).map(\.messageID) == ["3"])
        #expect(try subject.timeline.markRead(bob).isEmpty)
        #expect(try subject.unread() == 0)
    }

    @Test func conversationsComeNewestFirstWithTheirNames() throws {
        _ = try subject.text("one", id: "1")
        subject.pass(milliseconds: 5)
        try subject.hear(subject.key(by: TimelineSubject.eve, in: .everyone))
        let conversations = try subject.timeline.conversations()
        #expect(conversations.map(\.id) == [.everyone, bob])
        #expect(conversations.map(\.nickname) == ["", "Bob"])
        #expect(conversations.map(\.unread) == [1, 1])
        #expect(conversations[0].lastMilliseconds == subject.now.milliseconds)
    }

    @Test func settingsAreKept() throws {
        var settings = ConversationSettings()
        settings.liveVoice = .off
        settings.autoplay = .on
        settings.doesNotDisturb = true
        try subject.timeline.set(settings, of: .everyone)
        try subject.restart()
        #expect(try subject.timeline.conversation(.everyone).settings == settings)
        #expect(try subject.timeline.conversation(bob).settings == ConversationSettings())
        // A conversation with a wish outlives its bubbles; one without does not.
        _ = try subject.text("old", id: "1")
        subject.pass(milliseconds: 20 * TimelineSubject.day)
        try subject.timeline.retain(at: subject.now)
        subject.pass(milliseconds: 20 * TimelineSubject.day)
        try subject.timeline.retain(at: subject.now)
        #expect(try subject.timeline.conversations().map(\.id) == [.everyone])
    }

    @Test func theFirstFingerprintOfAPeerStays() throws {
        #expect(try subject.timeline.identify(TimelineSubject.bob, fingerprint: "aa"))
        #expect(try !subject.timeline.identify(TimelineSubject.bob, fingerprint: "bb"))
        #expect(try subject.timeline.identify(TimelineSubject.bob, fingerprint: "aa"))
        #expect(try subject.timeline.conversation(bob).fingerprint == "aa")
    }

    @Test func aTextIsKeptOnce() throws {
        let hostile = "'); DELETE FROM bubble; --\0\u{202E}"
        #expect(try subject.text(hostile, id: "x'y").name == "added")
        #expect(try subject.text("again", id: "x'y").name == "duplicate")
        #expect(try subject.text("elsewhere", id: "x'y", in: .everyone).name == "added")
        #expect(try subject.shown(bob).map(\.text) == [hostile])
    }

    @Test func filesAndClassicNotesAreKeptUnderNamesOfOurs() throws {
        let names = [
            "../../etc/passwd", "voice_20260708_1.m4a", "a.PDF", "…", "x.\0/sh", String(repeating: "n", count: 9_000),
        ]
        for (index, name) in names.enumerated() {
            var arrival = FileArrival(.file, [1, 2], named: name, by: TimelineSubject.bob, in: bob)
            arrival.messageID = "media-\(index)"
            #expect(try subject.timeline.take(arrival, at: subject.now).name == "added")
            #expect(try subject.timeline.take(arrival, at: subject.now).name == "duplicate")
        }
        #expect(try subject.shown().map(\.text) == names.map { String($0.prefix(255)) })
        #expect(try subject.files().allSatisfy { $0.hasPrefix("file_") && StoredName($0) != nil })
        #expect(try subject.isConsistent())
        for content in [[], [UInt8](repeating: 0, count: (1 << 20) + 1)] {
            let arrival = FileArrival(.classicNote, content, named: "a", by: TimelineSubject.bob, in: bob)
            #expect(throws: DeviceError.self) { try subject.timeline.take(arrival, at: subject.now) }
        }
    }

    private func send(_ burst: UInt64, in conversation: ConversationID) throws -> BubbleKey {
        let key = BubbleKey(conversation: conversation, talker: TimelineSubject.us, burst: BurstID(rawValue: burst))
        let beginning = BurstBeginning(key, nickname: "Us", direction: .sent, fileExtension: "m4a")
        _ = try subject.timeline.begin(beginning, at: subject.now)
        return key
    }

    @Test func receiptsOnlyGoUpAndOnlyThePeerHasASay() throws {
        let key = try send(1, in: bob)
        let burst = ReceiptSubject.burst(key.burst)
        func take(_ stage: DeliveryStage, _ subject: ReceiptSubject, from peer: PeerID = TimelineSubject.bob) throws
            -> Bool
        {
            try self.subject.timeline.take(stage, of: subject, from: peer, at: self.subject.now) != nil
        }
        #expect(try take(.playing, burst))
        #expect(try !take(.sent, burst))
        #expect(try !take(.heardLive, burst, from: TimelineSubject.eve))
        #expect(try !take(.heardLive, .burst(BurstID(rawValue: 2))))
        #expect(try take(.heardLive, burst))
        try subject.timeline.name(key, messageID: "media-1")
        #expect(try take(.read, .message("media-1")))
        #expect(try subject.timeline.bubble(key)?.delivery == .read)
        #expect(try subject.timeline.receipts(of: #require(try subject.timeline.bubble(key))).map(\.stage) == [.read])
        #expect(try subject.timeline.fail(burst, to: TimelineSubject.bob) == nil)
    }

    @Test func toEveryoneEachListenerHasASayButNotWithoutEnd() throws {
        let small = try TimelineSubject { $0.receipts = 2 }
        let key = BubbleKey(conversation: .everyone, talker: TimelineSubject.us, burst: BurstID(rawValue: 1))
        _ = try small.timeline.begin(
            BurstBeginning(key, nickname: "", direction: .sent, fileExtension: "m4a"), at: small.now)
        for peer in UInt64(1)...4 {
            try small.timeline.take(.heardLive, of: .burst(key.burst), from: PeerID(rawValue: peer), at: small.now)
        }
        let bubble = try #require(try small.timeline.bubble(key))
        #expect(try small.timeline.receipts(of: bubble).map(\.peer.rawValue) == [1, 2])
    }

    @Test func whatCannotBeSentFailsUnlessItArrived() throws {
        _ = try subject.text("ours", id: "1", .sent)
        #expect(try subject.timeline.fail(.message("1"), to: TimelineSubject.eve) == nil)
        #expect(try subject.timeline.fail(.message("1"), to: TimelineSubject.bob)?.state == .failed(.notSent))
    }

    @Test func aBubbleIsRemovedWithItsFileAndStaysRemoved() throws {
        let key = subject.key()
        let live = try #require(try subject.hear(key).bubble)
        #expect(throws: DeviceError.self) { try subject.timeline.remove(live, at: subject.now) }
        let kept = try #require(try subject.finish(key))
        try subject.timeline.remove(kept, at: subject.now)
        #expect(try subject.shown().isEmpty)
        #expect(try subject.files().isEmpty)
        #expect(try subject.note(key) == .closed)
        #expect(try !subject.hear(key).isOpen)
    }
}

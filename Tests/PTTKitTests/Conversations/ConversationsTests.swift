import Foundation
import PTTTestSupport
import PTTWire
import Testing

@testable import PTTKit

final class ConversationsTests {
    private let folder: TemporaryFolder
    private let directories: Directories
    private var conversations: Conversations
    private let bob = PeerSummary(
        peer: "00112233445566aa", nickname: "Bob", fingerprint: "f", connected: true, reachable: true, session: true,
        codecs: [])

    init() throws {
        folder = try TemporaryFolder()
        directories = Directories(root: folder.url)
        try directories.create()
        conversations = Conversations(in: directories)
    }

    private func take(_ event: NodeEvent, at milliseconds: UInt64) throws {
        try conversations.take(event, nickname: { _ in "Bob" }, at: Timestamp(milliseconds: milliseconds))
    }

    private func talk(_ burst: String, state: String = "sent") -> NodeEvent {
        .talkFinished(
            TalkFinished(
                burst: burst, to: bob.peer, state: state, durationMs: 2000, framesSent: 1, packetsSent: 1,
                contentBytes: 1, note: "/n.m4a"))
    }

    private func heard(_ burst: String, reason: String = "complete", live: Bool = true) -> NodeEvent {
        .burstFinished(
            BurstFinished(
                burst: burst, from: bob.peer, nickname: "Bob", reason: reason, playedLive: live, durationMs: 1500,
                packetsReceived: 1, packetsExpected: 1, framesReceived: 1, framesConcealed: 0,
                note: reason == "canceled" ? nil : "/n.aac"))
    }

    @Test func textsAndBurstsOfBothSidesAreKeptInOrderOfTime() throws {
        try conversations.add(sent: "hello", id: "A", to: bob, at: Timestamp(milliseconds: 1))
        try take(
            .textReceived(TextReceived(from: bob.peer, nickname: "Bob", id: "B", text: "hi\nyou", sentMs: 0)), at: 2)
        try take(talk("01"), at: 3)
        try take(heard("02", live: false), at: 4)
        let entries = try Conversations(in: directories).entries(with: nil, newest: 10)
        #expect(entries.map(\.id) == ["A", "B", "01", "02"])
        #expect(entries.map(\.state) == ["queued", "received", "sent", "kept_as_note"])
        #expect(entries[1].text == "hi\nyou")
        #expect(entries[2].note == "/n.m4a")
        #expect(entries[3].durationMs == 1500)
    }

    @Test func whatBecameOfAMessageTakesThePlaceOfWhatWasKnown() throws {
        try conversations.add(sent: "hello", id: "A", to: bob, at: Timestamp(milliseconds: 1))
        try take(talk("01"), at: 2)
        try take(.textProgressed(TextProgressed(id: "A", to: bob.peer, state: "delivered")), at: 3)
        let report = BurstReported(
            burst: "01", by: bob.peer, stage: "heard_live", packetsReceived: 1, packetsExpected: 1, framesConcealed: 0)
        try take(.burstReported(report), at: 4)
        let entries = try conversations.entries(with: "bob", newest: 10)
        #expect(entries.map(\.state) == ["delivered", "heard_live"])
        #expect(entries.map(\.atMs) == [1, 2])
    }

    @Test func onlyThePeerTalkedToTellsWhatBecameOfABurst() throws {
        try take(talk("01"), at: 1)
        let report = BurstReported(
            burst: "01", by: "ffffffffffffffff", stage: "dropped", packetsReceived: 0, packetsExpected: 0,
            framesConcealed: 0)
        try take(.burstReported(report), at: 2)
        #expect(try conversations.entries(with: nil, newest: 1).first?.state == "sent")
    }

    @Test func canceledBurstsLeaveNoTrace() throws {
        try take(talk("01", state: "canceled"), at: 1)
        try take(heard("02", reason: "canceled"), at: 2)
        #expect(try conversations.entries(with: nil, newest: 10).isEmpty)
    }

    @Test func aConversationIsFoundByNicknameOrTheFrontOfAPeerID() throws {
        try take(talk("01"), at: 1)
        #expect(try conversations.entries(with: "BOB", newest: 10).count == 1)
        #expect(try conversations.entries(with: "0011", newest: 10).count == 1)
        #expect(try conversations.entries(with: "001", newest: 10).isEmpty)
        #expect(try conversations.entries(with: "alice", newest: 10).isEmpty)
    }

    @Test func aTornLineCostsItselfAlone() throws {
        try take(talk("01"), at: 1)
        let file = directories.conversations.appending(path: "\(bob.peer).jsonl")
        let whole = try Data(contentsOf: file)
        try whole.dropLast(9).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        try take(talk("02"), at: 2)
        #expect(try conversations.entries(with: nil, newest: 10).map(\.id) == ["02"])
    }

    @Test func aFileThatGrewIsRewrittenWithItsNewestEntries() throws {
        let url = directories.conversations.appending(path: "x.jsonl")
        let file = ConversationFile(url: url, bounds: .init(bytes: 2000, entries: 3))
        for index in 0..<40 {
            try file.append(
                HistoryEntry(
                    id: "\(index)", kind: .text, direction: .sent, atMs: UInt64(index), peer: "x", nickname: "x",
                    state: "sent", text: "t"))
        }
        #expect(try file.entries().last?.id == "39")
        #expect(try Data(contentsOf: url).count <= 2200)
        let mode = try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }
}

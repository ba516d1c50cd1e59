import Foundation
import PTTMesh
import PTTTestSupport
import PTTWire
import Testing

@testable import PTTKit

/// A database in which bytes were changed opens, is set aside or is refused; whatever is asked of it then never traps.
struct HostileTimelineTests {
    private static let key = BubbleKey(
        conversation: .direct(TimelineSubject.bob), talker: TimelineSubject.bob, burst: BurstID(rawValue: 9))
    private static let now = Timestamp(milliseconds: 1_700_000_000_000)

    @Test(arguments: 0..<40)
    func changedBytesNeverTrap(_ seed: UInt64) throws {
        let folder = try closedTimeline()
        let folders = TimelineFolders(Directories(root: folder.url))
        try change(folders.database, seed: seed)
        do throws(DeviceError) {
            use(try Timeline(folders, at: Self.now))
        } catch {
            #expect(error.code == .storage)
        }
    }

    /// Notes, a text and a live burst, written into one file by the closing.
    private func closedTimeline() throws -> TemporaryFolder {
        let subject = try TimelineSubject()
        for burst in UInt64(1)...4 { try subject.note(subject.key(burst)) }
        try subject.hear(subject.key(5))
        _ = try subject.text("text", id: "1")
        return subject.folder
    }

    private func change(_ file: URL, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var bytes = [UInt8](try Data(contentsOf: file))
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let place = Int.random(in: 28..<bytes.count, using: &random)
            bytes[place] = UInt8.random(in: 0...255, using: &random)
        }
        try Data(bytes).write(to: file)
    }

    /// Asks for everything once; what cannot be done is an error.
    private func use(_ timeline: Timeline) {
        let calls: [() throws -> Void] = [
            { _ = try timeline.conversations() },
            { for bubble in try timeline.bubbles(newest: 100) { try timeline.remove(bubble, at: Self.now) } },
            { try timeline.markRead(.direct(TimelineSubject.bob)) },
            { try timeline.cancel(Self.key, at: Self.now) },
            { try timeline.retain(at: Self.now) },
        ]
        for call in calls {
            do { try call() } catch { #expect(error is DeviceError) }
        }
    }
}

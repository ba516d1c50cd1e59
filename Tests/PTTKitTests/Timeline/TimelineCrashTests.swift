import Foundation
import PTTMesh
import PTTTestSupport
import PTTWire
import Testing

@testable import PTTKit

/// A child process keeps bursts and notes and is killed wherever it happens to be.
struct TimelineCrashTests {
    /// Hears, finishes, cancels and replaces without end.
    static func talk(in root: String, killedAfter microseconds: UInt32) throws {
        let folders = TimelineFolders(Directories(root: URL(filePath: root)))
        let timeline = try Timeline(folders, at: Timestamp(milliseconds: 1_700_000_000_000))
        signal(SIGALRM) { _ in kill(getpid(), SIGKILL) }
        for burst in UInt64(1)...100_000 {
            if burst == 4 { ualarm(microseconds, 0) }
            let now = Timestamp(milliseconds: 1_700_000_000_000 + burst)
            let bob = PeerID(rawValue: 7)
            let key = BubbleKey(conversation: .direct(bob), talker: bob, burst: BurstID(rawValue: burst))
            let beginning = BurstBeginning(key, nickname: "Bob", direction: .received, fileExtension: "aac")
            guard case .opened(let bubble) = try timeline.begin(beginning, at: now), let file = bubble.file else {
                return
            }
            try Data(repeating: 1, count: 100).write(to: file)
            if burst % 5 == 0 {
                try timeline.cancel(key, at: now)
            } else {
                try timeline.finish(key, BurstEnding(duration: .seconds(1), framesLost: 0, isWhole: true), at: now)
                let note = FileArrival(
                    .note(key.burst), [1, 2, 3], named: "voice_\(key.burst).m4a", by: bob, in: key.conversation)
                if burst % 2 == 0 { _ = try timeline.take(note, at: now) }
            }
        }
    }

    @Test(arguments: [1_000, 4_100, 9_700, 16_300, 31_000])
    func rowsAndFilesAgreeAfterwards(_ microseconds: Int) async throws {
        let folder = try TemporaryFolder()
        let directories = Directories(root: folder.url)
        try directories.create()
        let root = folder.url.path
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [root = root as String, microseconds = microseconds as Int] in
            try Self.talk(in: root, killedAfter: UInt32(microseconds))
        }
        let folders = TimelineFolders(directories)
        let timeline = try Timeline(folders, at: Timestamp(milliseconds: 1_700_000_000_000))
        #expect(timeline.recovery.damaged == nil && timeline.recovery.filesLost == 0)
        let bubbles = try timeline.bubbles(newest: 500)
        #expect(bubbles.count >= 3)
        #expect(Set(bubbles.map(\.key)).count == bubbles.count)
        #expect(try Set(folders.files(in: .incoming).keys) == Set(bubbles.compactMap { $0.storedName?.text }))
        for bubble in bubbles {
            #expect(!bubble.isLive)
            #expect(bubble.bytes == bubble.file.flatMap(TimelineFolders.size) ?? 0)
        }
    }
}

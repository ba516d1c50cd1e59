import Foundation
import PTTKit
import PTTMedia
import PTTTestSupport
import Testing

/// What is left when a process is killed in mid-burst.
@Suite(.serialized) struct KilledProcessTests {
    private let folder: TemporaryFolder
    private let spoken: URL

    init() throws {
        folder = try TemporaryFolder()
        spoken = folder("spoken.wav")
        let samples = try Prompts.paths(4).flatMap { try AudioFileReader.samples(of: $0) }
        try Recording.write(samples, to: spoken)
    }

    private func files(_ home: String, _ kind: String) throws -> [URL] {
        let notes = folder(home).appending(path: "data/swift-ptt/default/voicenotes/\(kind)")
        return try FileManager.default.contentsOfDirectory(at: notes, includingPropertiesForKeys: nil)
    }

    private func start() async throws -> (ear: Tool, mouth: Tool) {
        let network = ["--json", "--bind", "127.0.0.1", "--no-multicast"]
        let ear = try Tool(
            ["listen", "--nickname", "bob", "--output", folder("heard.wav").path] + network, home: folder("bob"))
        let port = try await ear.first(within: 30) { event -> Int? in
            if case .nodeStarted(let node) = event { node.port } else { nil }
        }
        let mouth = try Tool(
            ["talk", "--to", "bob", "--input", spoken.path, "--peer", "127.0.0.1:\(port)"] + network,
            home: folder("alice"))
        _ = try await mouth.first(within: 30) { event -> Bool? in
            if case .talkLevel(let level) = event, level.elapsedMs >= 3000 { true } else { nil }
        }
        return (ear, mouth)
    }

    @Test func aKilledListenerLeavesANoteAndARecordingThatPlay() async throws {
        let (ear, mouth) = try await start()
        ear.signal(SIGKILL)
        _ = try await ear.finish(within: 10)
        mouth.signal(SIGINT)
        let notes = try files("bob", "incoming")
        #expect(notes.count == 1)
        let note = try #require(notes.first)
        #expect(note.lastPathComponent.hasPrefix("voice_live_"))
        #expect(try AudioFileReader.samples(of: note.path).count >= 32_000)
        #expect(try AudioFileReader.samples(of: folder("heard.wav").path).count >= 32_000)
        // The next start gives the note its final name.
        let again = try Tool(["id", "--json"], home: folder("bob"))
        #expect(try await again.finish(within: 20).status == 0)
        let renamed = try #require(try files("bob", "incoming").first)
        #expect(!renamed.lastPathComponent.hasPrefix("voice_live_"))
    }

    @Test func aKilledTalkerLeavesNotesOnBothSidesThatPlay() async throws {
        let (ear, mouth) = try await start()
        mouth.signal(SIGKILL)
        let burst = try await ear.first(within: 20) { event -> BurstFinished? in
            if case .burstFinished(let burst) = event { burst } else { nil }
        }
        ear.signal(SIGINT)
        #expect(burst.reason == "idle")
        let note = try #require(burst.note)
        #expect(try AudioFileReader.samples(of: note).count >= 32_000)
        let own = try #require(try files("alice", "outgoing").first)
        #expect(try AudioFileReader.samples(of: own.path).count >= 32_000)
    }
}

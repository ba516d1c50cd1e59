import Foundation
import PTTKit
import PTTTestSupport
import Testing

/// One burst from a talking process to a listening one.
struct Conversation {
    var codec = "opus"
    var listener: [String] = []
    var talker: [String] = []
    /// Words before the tool, such as `ip netns exec …`.
    var listenerPrefix: [String] = []
    var talkerPrefix: [String] = []
    var environment: [String: String] = [:]
    /// Nil finds the listener by multicast.
    var address: String? = "127.0.0.1"

    struct Outcome: Sendable {
        var talk: TalkFinished
        var burst: BurstFinished
        var reports: [BurstReported]
    }

    /// Speaks `spoken` and hears it as `heard`, in homes below `folder`.
    func carry(_ spoken: String, to heard: String, in folder: TemporaryFolder) async throws -> Outcome {
        let network = address.map { ["--bind", $0, "--no-multicast"] } ?? []
        let ear = try Tool(
            ["listen", "--json", "--once", "--nickname", "bob", "--output", heard] + network + listener,
            home: folder("bob"), prefix: listenerPrefix, environment: environment)
        let port = try await ear.first(within: 30) { event -> Int? in
            if case .nodeStarted(let node) = event { node.port } else { nil }
        }
        let reach = address.map { ["--peer", "\($0):\(port)"] } ?? []
        let mouth = try Tool(
            ["talk", "--json", "--nickname", "alice", "--to", "bob", "--codec", codec, "--input", spoken] + network
                + reach
                + talker, home: folder("alice"), prefix: talkerPrefix, environment: environment)
        let said = try await mouth.finish(within: 60)
        try #require(said.status == 0, "talk exited with \(said.status): \(said.events) \(mouth.errorText())")
        let listened = try await ear.finish(within: 30)
        try #require(
            listened.status == 0, "listen exited with \(listened.status): \(listened.events) \(ear.errorText())")
        let talk = said.events.compactMap { if case .talkFinished(let talk) = $0 { talk } else { nil } }
        let burst = listened.events.compactMap { if case .burstFinished(let burst) = $0 { burst } else { nil } }
        let reports = said.events.compactMap { if case .burstReported(let report) = $0 { report } else { nil } }
        return Outcome(talk: try #require(talk.first), burst: try #require(burst.first), reports: reports)
    }
}

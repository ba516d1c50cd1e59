import Foundation
import PTTKit
import PTTMedia
import PTTTestSupport
import PTTWire
import Testing

/// `ptt talk` and `ptt listen` as people run them, two processes on real sockets.
@Suite(.serialized) struct TwoProcessTests {
    @Test(arguments: [(VoiceCodec.opus, 20), (.aacLC, 6)])
    func recordedSpeechArrivesWholeAndSoundsLikeTheCodecAlone(codec: VoiceCodec, count: Int) async throws {
        let folder = try TemporaryFolder()
        for (index, path) in try Prompts.paths(count).enumerated() {
            try await expectCodecQuality(
                path, codec, by: Conversation(codec: codec.name), named: "\(index)", in: folder)
        }
    }

    /// A machine that was busy with something else for a moment may be asked again: sound is real time.
    private static let attempts = 3

    private func expectCodecQuality(
        _ path: String, _ codec: VoiceCodec, by conversation: Conversation, named name: String,
        in folder: TemporaryFolder
    ) async throws {
        var scores: [Double] = []
        for attempt in 0..<Self.attempts {
            let pairs = try await carry(path, codec, by: conversation, named: "\(name)-\(attempt)", in: folder)
            scores = try SpeechScore.pesq(pairs.map { ($0.reference.path, $0.degraded.path) }, aligning: true)
            if scores[1] >= scores[0] - 0.02 { return }
        }
        Issue.record("\(path): the codec alone scores \(scores[0]), what was heard \(scores[1])")
    }

    /// - Returns: what the codec alone makes of the prompt, and what was heard, each beside what was spoken.
    private func carry(
        _ path: String, _ codec: VoiceCodec, by conversation: Conversation, named name: String,
        in folder: TemporaryFolder
    ) async throws -> [(reference: URL, degraded: URL)] {
        let (spoken, coded, heard) = (folder("\(name).wav"), folder("\(name)c.wav"), folder("\(name)h.wav"))
        try Recording.write(try AudioFileReader.samples(of: path), to: spoken)
        let samples = try AudioFileReader.samples(of: spoken.path)
        try Recording.write(try Recording.coded(samples, codec), to: coded)
        let outcome = try await conversation.carry(spoken.path, to: heard.path, in: folder)
        #expect(outcome.burst.framesReceived == outcome.talk.framesSent, "\(path)")
        #expect(outcome.burst.packetsReceived == outcome.talk.packetsSent, "\(path)")
        #expect(outcome.reports.last?.stage == "heard_live", "\(path)")
        try expectSilentEdges(heard)
        return [(spoken, coded), (spoken, heard)]
    }

    @Test(
        .disabled(if: NetworkNamespaces.obstacle != nil, "\(NetworkNamespaces.obstacle ?? "")"),
        arguments: NetworkNamespaces.Families.allCases)
    func twoHostsThatKnowNothingOfEachOtherTalkByMulticastAlone(_ families: NetworkNamespaces.Families) async throws {
        let hosts = try NetworkNamespaces(families)
        defer { hosts.remove() }
        let folder = try TemporaryFolder()
        var conversation = Conversation()
        conversation.address = nil
        conversation.listenerPrefix = hosts.command(.left, [])
        conversation.talkerPrefix = hosts.command(.right, [])
        for (index, path) in try Prompts.paths(2).enumerated() {
            try await expectCodecQuality(path, .opus, by: conversation, named: "\(index)", in: folder)
        }
    }

    /// A click at an edge is a step far from zero.
    private func expectSilentEdges(_ heard: URL) throws {
        let samples = try AudioFileReader.samples(of: heard.path)
        let first = try #require(samples.first)
        let last = try #require(samples.last)
        #expect(abs(first) < 0.01)
        #expect(abs(last) < 0.01)
    }
}

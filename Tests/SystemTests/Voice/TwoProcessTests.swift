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
        var pairs: [(reference: URL, degraded: URL)] = []
        for (index, path) in try Prompts.paths(count).enumerated() {
            let conversation = Conversation(codec: codec.name)
            pairs += try await carry(path, codec, by: conversation, named: "\(index)", in: folder)
        }
        try expectCodecQuality(pairs)
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

    private func expectCodecQuality(_ pairs: [(reference: URL, degraded: URL)]) throws {
        let scores = try SpeechScore.pesq(pairs)
        for index in stride(from: 0, to: scores.count, by: 2) {
            #expect(
                scores[index + 1] >= scores[index] - 0.02, "prompt \(index / 2): \(scores[index]) \(scores[index + 1])")
        }
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
        var pairs: [(reference: URL, degraded: URL)] = []
        for (index, path) in try Prompts.paths(2).enumerated() {
            pairs += try await carry(path, .opus, by: conversation, named: "\(index)", in: folder)
        }
        try expectCodecQuality(pairs)
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

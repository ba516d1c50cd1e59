import Foundation
import PTTLink
import PTTMedia
import PTTMesh
import PTTTestSupport
import PTTWire
import Testing

@testable import PTTKit

/// Whole devices on real sockets of this machine.
@Suite(.serialized, .timeLimit(.minutes(2))) struct DeviceTests {
    private let prompts: [String]

    init() throws {
        prompts = try Prompts.paths(8)
    }

    private func talk(_ peer: String, _ input: String, codec: String = "auto", limit: Double? = nil) -> NodeRequest {
        .talk(TalkRequest(to: peer, input: input, codec: codec, limitSeconds: limit, waitSeconds: 20))
    }

    @Test func eightTalkersAtOnceAreEachKeptWhole() async throws {
        let listener = try await RunningDevice("ear")
        let events = listener.device.events()
        var talkers: [RunningDevice] = []
        for index in 0..<8 { talkers.append(try await RunningDevice("t\(index)", peers: [listener.port])) }
        try await listener.device.startListening(ListenRequest(output: "null", once: false))
        let sent = await withTaskGroup(of: TalkFinished?.self, returning: [TalkFinished].self) { group in
            for (talker, prompt) in zip(talkers, prompts) {
                group.addTask { [self] in
                    let (_, events) = await talker.run(talk("ear", prompt))
                    return events.lazy.compactMap { if case .talkFinished(let talk) = $0 { talk } else { nil } }.first
                }
            }
            var all: [TalkFinished] = []
            for await talk in group { if let talk { all.append(talk) } }
            return all
        }
        #expect(sent.count == 8)
        let heard = await RunningDevice.collect(8, from: events, \.finishedBurst)
        for talk in sent {
            let burst = try #require(heard.first { $0.burst == talk.burst })
            #expect(burst.framesReceived == talk.framesSent)
            let note = try #require(burst.note)
            let samples = try AudioFileReader.samples(of: note)
            #expect(abs(samples.count - talk.durationMs * 16) <= 2048)
        }
    }

    @Test func aFloodingSenderDoesNotStarveAnother() async throws {
        let listener = try await RunningDevice("ear")
        let flooder = try await RunningDevice("flood", peers: [listener.port])
        let talker = try await RunningDevice("voice", peers: [listener.port])
        let events = listener.device.events()
        let ready = await flooder.run(talk("ear", prompts[0], limit: 1.2))
        try #require(ready.code == .success)
        let ear = listener.device.id
        let flood = Task { [driver = flooder.device.driver] in
            var random = SeededGenerator(seed: 5)
            while !Task.isCancelled {
                for _ in 0..<50 {
                    let frames = try BurstFrames([
                        BurstFrame(bytes: [UInt8](repeating: 7, count: 40)[...], codec: .opus)
                    ])
                    let packet = BurstPacket(
                        burst: BurstID(rawValue: random.next()), sequence: 1, body: .data(frames))
                    driver.tell(.voiceReady(packet.encoded(), to: ear))
                }
                await Task.yield()
            }
        }
        defer { flood.cancel() }
        let (code, told) = await talker.run(talk("ear", prompts[1]))
        #expect(code == .success)
        let talk = told.lazy.compactMap { if case .talkFinished(let talk) = $0 { talk } else { nil } }.first
        let sent = try #require(talk)
        let heard = await RunningDevice.collect(1, from: events) { event in
            event.finishedBurst.flatMap { $0.burst == sent.burst ? $0 : nil }
        }
        #expect(heard.first?.framesReceived == sent.framesSent)
    }

    @Test func aPressUnderASecondIsCanceledOnBothSides() async throws {
        let listener = try await RunningDevice("ear")
        let talker = try await RunningDevice("mouth", peers: [listener.port])
        let events = listener.device.events()
        let (code, told) = await talker.run(talk("ear", prompts[0], limit: 0.5))
        #expect(code == .canceled)
        let state = told.lazy.compactMap { if case .talkFinished(let talk) = $0 { talk.state } else { nil } }.first
        #expect(state == "canceled")
        let burst = await RunningDevice.collect(1, from: events, \.finishedBurst).first
        #expect(burst?.reason == "canceled")
        #expect(burst?.note == nil)
        let kept = try FileManager.default.subpathsOfDirectory(atPath: listener.folder.url.path)
            .filter { $0.contains("voicenotes/incoming/") }
        #expect(kept.isEmpty)
    }

    @Test func opusIsNeverSentToAPeerThatDidNotAnnounceIt() async throws {
        let listener = try await RunningDevice("ear", codecs: [])
        let talker = try await RunningDevice("mouth", peers: [listener.port])
        let refused = await talker.run(talk("ear", prompts[0], codec: "opus"))
        #expect(refused.code == .unreachable)
        let (code, told) = await talker.run(talk("ear", prompts[0]))
        #expect(code == .success)
        let codec = told.lazy.compactMap { if case .talkStarted(let talk) = $0 { talk.codec } else { nil } }.first
        #expect(codec == "aac")
    }

    @Test func aTextIsDeliveredAndAcknowledged() async throws {
        let listener = try await RunningDevice("ear")
        let talker = try await RunningDevice("mouth", peers: [listener.port])
        let events = listener.device.events()
        let (code, told) = await talker.run(.say(SayRequest(to: "ear", text: "grüße", waitSeconds: 20)))
        #expect(code == .success)
        let states = told.compactMap { if case .textProgressed(let text) = $0 { text.state } else { nil } }
        #expect(states.last == "delivered")
        let text = await RunningDevice.collect(1, from: events) { event in
            if case .textReceived(let text) = event { text } else { nil }
        }
        #expect(text.first?.text == "grüße")
        #expect(text.first?.nickname == "mouth")
    }

    @Test func anUnknownPeerIsNamedInTheError() async throws {
        let device = try await RunningDevice("alone")
        let (code, told) = await device.run(.say(SayRequest(to: "nobody", text: "x", waitSeconds: 0.2)))
        #expect(code == .unreachable)
        guard case .done(let done) = told.last else { throw DeviceError(.badRequest, "no end") }
        #expect(done.error?.contains("'nobody'") == true)
    }

    @Test func aSecondPressWhileOneIsGoingOutIsRefused() async throws {
        let listener = try await RunningDevice("ear")
        let talker = try await RunningDevice("mouth", peers: [listener.port])
        let started = talker.device.events()
        let first = Task { [self] in await talker.run(talk("ear", prompts[0])).code }
        _ = await RunningDevice.collect(1, from: started) { event in
            if case .talkStarted = event { true } else { nil }
        }
        #expect(await talker.run(talk("ear", prompts[1])).code == .busy)
        #expect(await first.value == .success)
    }

    @Test func aControlClientGetsTheSameAnswerAsTheNodeItself() async throws {
        let node = try await RunningDevice("node")
        let directories = Directories(root: node.folder.url)
        let server = ControlServer(device: node.device, directories: directories)
        let serving = Task { try await server.run() }
        defer { serving.cancel() }
        var client = ControlClient(directories: directories)
        while client == nil {
            await Task.yield()
            client = ControlClient(directories: directories)
        }
        let (stream, continuation) = AsyncStream<NodeEvent>.makeStream()
        let code = try await client?.run(.identity, controls: AsyncStream { _ in }) { continuation.yield($0) }
        continuation.finish()
        var events: [NodeEvent] = []
        for await event in stream { events.append(event) }
        #expect(code == .success)
        #expect(events == (await node.run(.identity)).events)
    }
}

import Testing

@testable import PTTKit

@Suite struct ControlCodingTests {
    private static let requests: [NodeRequest] = [
        .identity, .watch, .peers(PeersRequest(waitSeconds: 3, follow: true)),
        .say(SayRequest(to: "bob", text: "grüße \"x\"\n", waitSeconds: 1.5)),
        .talk(
            TalkRequest(to: "bob", input: "/tmp/a.wav", codec: "aac", framesPerPacket: 2, hold: true, limitSeconds: 4)),
        .listen(ListenRequest(output: "null", once: true, from: "ab12", playout: "fixed")),
        .parrot(ParrotRequest(output: "null", limit: 1)),
    ]

    @Test(arguments: requests) func requestsAreOneLineAndComeBack(request: NodeRequest) throws {
        let line = try ControlCoding.line(request)
        #expect(!line.contains("\n"))
        #expect(try ControlCoding.value(NodeRequest.self, from: line) == request)
    }

    private static let events: [NodeEvent] = [
        .nodeStarted(NodeStarted(peer: "p", nickname: "n", fingerprint: "f", port: 1)),
        .peerChanged(
            PeerSummary(
                peer: "p", nickname: "n", fingerprint: "f", connected: true, reachable: true, session: false,
                codecs: ["opus"])),
        .peerLeft(PeerReference(peer: "p")),
        .textReceived(TextReceived(from: "p", nickname: "n", id: "i", text: "t", sentMs: 5)),
        .textProgressed(TextProgressed(id: "i", to: "p", state: "failed", reason: "r")),
        .talkStarted(TalkStarted(burst: "b", to: "p", nickname: "n", codec: "opus", framesPerPacket: 1, live: true)),
        .talkLevel(TalkLevel(burst: "b", elapsedMs: 100, rmsDb: -20.5, peakDb: -3)),
        .talkFinished(
            TalkFinished(
                burst: "b", to: "p", state: "sent", reason: nil, durationMs: 1, framesSent: 2, packetsSent: 3,
                contentBytes: 4, note: "/n", inputOriginNs: 5)),
        .burstStarted(BurstStarted(burst: "b", from: "p", nickname: "n", codec: "aac", live: false)),
        .burstPlaying(BurstPlaying(burst: "b", from: "p")),
        .burstFinished(
            BurstFinished(
                burst: "b", from: "p", nickname: "n", reason: "complete", playedLive: true, durationMs: 1,
                packetsReceived: 2, packetsExpected: 3, framesReceived: 4, framesConcealed: 5, playoutDelayMs: 1.5,
                note: nil, outputOriginNs: nil)),
        .burstReported(
            BurstReported(
                burst: "b", by: "p", stage: "playing", packetsReceived: 1, packetsExpected: 2, framesConcealed: 0)),
        .audioDevice(AudioDeviceChanged(device: "output", state: "interrupted", reason: "gone")),
        .warning(Warning(kind: "k", message: "m")), .demoStep(DemoStep(atMs: 3, text: "t")),
        .summary(Summary(framesSent: 1, framesReceived: 1, mouthToEarMs: 50.5, file: "/f")),
        .done(Done(exitCode: 3, error: "e")),
    ]

    @Test(arguments: events) func eventsAreOneLineAndComeBack(event: NodeEvent) throws {
        let line = try ControlCoding.line(event)
        #expect(!line.contains("\n"))
        #expect(try ControlCoding.value(NodeEvent.self, from: line) == event)
    }

    @Test func keysAreInSnakeCase() throws {
        let summary = NodeEvent.summary(Summary(framesSent: 7, framesReceived: 6, mouthToEarMs: 50, file: nil))
        #expect(
            try ControlCoding.line(summary)
                == #"{"event":"summary","frames_received":6,"frames_sent":7,"mouth_to_ear_ms":50}"#)
    }

    @Test(arguments: ["", "{}", "[]", "{\"request\":\"fly\"}", "{\"request\":\"talk\"}", "\u{0}"])
    func whatIsNoRequestIsRefused(line: String) {
        #expect(throws: (any Error).self) { _ = try ControlCoding.value(NodeRequest.self, from: line) }
    }
}

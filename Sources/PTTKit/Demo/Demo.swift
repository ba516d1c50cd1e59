import Foundation
import PTTLink
import PTTMedia
import PTTVoice
import PTTWire
import Synchronization

/// What the demo plays with.
public struct DemoRequest: Hashable, Sendable {
    /// A speech file; nil takes a prompt that Debian ships.
    public var input: String?
    /// Where the answer goes: a device or the path of a file.
    public var output: String
    public var codec: String

    public init(input: String?, output: String, codec: String) {
        self.input = input
        self.output = output
        self.codec = codec
    }
}

/// Two nodes on this machine: a talker speaks to a parrot, which answers with the same words.
public struct Demo: Sendable {
    private let request: DemoRequest
    private let emit: @Sendable (NodeEvent) -> Void
    private let start = SystemClock.instant()

    /// Time for the handshake, and for the answer beyond the length of the speech.
    private static let patienceSeconds = 20.0

    public init(_ request: DemoRequest, emit: @escaping @Sendable (NodeEvent) -> Void) {
        self.request = request
        self.emit = emit
    }

    /// Runs the demo in a folder of its own, which it removes; `.done` is its last event, and `.summary` the one before.
    public func run() async -> ExitCode {
        let folder = FileManager.default.temporaryDirectory.appending(path: "ptt-demo-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        do {
            let summary = try await play(in: folder)
            emit(.summary(summary))
            return summary.framesReceived == summary.framesSent ? .success : .failure
        } catch {
            emit(.warning(Warning(kind: "demo", message: "\(error)")))
            return ExitCode(error)
        }
    }

    private func play(in folder: URL) async throws -> Summary {
        let input = try request.input ?? Self.prompt()
        let parrot = try node("parrot", in: folder, peers: [])
        return try await withRunning(parrot) { port in
            step("the parrot is up on UDP port \(port) of this machine")
            let talker = try node("talker", in: folder, peers: ["127.0.0.1:\(port)"])
            return try await withRunning(talker) { _ in
                let heard = folder.appending(path: "parrot.wav")
                let (spoken, leg, answer) = try await converse(
                    talker: talker, parrot: parrot, input: input, parrotOutput: heard.path)
                return try summary(spoken: spoken, leg: leg, answer: answer, input: input, heard: heard.path)
            }
        }
    }

    private func converse(
        talker: Device, parrot: Device, input: String, parrotOutput: String
    ) async throws -> (TalkFinished, BurstFinished, BurstFinished) {
        let bird = Task { [emit] in
            await CommandRunner(device: parrot).run(
                .parrot(ParrotRequest(output: parrotOutput, limit: 1)), controls: Self.never(),
                emit: { event in
                    if case .burstPlaying = event { step("the parrot hears the first sound") }
                    if case .warning = event { emit(event) }
                })
        }
        defer { bird.cancel() }
        let leg = Self.firstBurst(of: parrot)
        let answer = Self.firstBurst(of: talker)
        try await talker.startListening(ListenRequest(output: request.output, once: true))
        let spoken = try await speak(talker, input: input)
        step("released after \(spoken.durationMs) ms: \(spoken.framesSent) frames in \(spoken.packetsSent) packets")
        let heard = try await Self.limited(Self.patienceSeconds) { try await leg.value }
        step("the parrot has heard it all: \(heard.packetsReceived) of \(heard.packetsExpected) packets; it answers")
        let seconds = Self.patienceSeconds + Double(spoken.durationMs) / 1000
        let answered = try await Self.limited(seconds) { try await answer.value }
        await talker.stopListening()
        step("the answer is over: \(answered.packetsReceived) of \(answered.packetsExpected) packets")
        return (spoken, heard, answered)
    }

    private func speak(_ talker: Device, input: String) async throws -> TalkFinished {
        let finished = Mutex<TalkFinished?>(nil)
        let code = await CommandRunner(device: talker).run(
            .talk(TalkRequest(to: "parrot", input: input, codec: request.codec, waitSeconds: Self.patienceSeconds)),
            controls: Self.never(),
            emit: { event in
                if case .talkStarted(let started) = event {
                    step("the key is down: live to the parrot in \(started.codec), encrypted")
                }
                if case .talkFinished(let payload) = event { finished.withLock { $0 = payload } }
                if case .warning = event { emit(event) }
            })
        guard code == .success, let spoken = finished.withLock({ $0 }) else {
            throw DeviceError(.unavailable, "The talker could not be heard (exit code \(code.rawValue)).")
        }
        return spoken
    }

    private func summary(
        spoken: TalkFinished, leg: BurstFinished, answer: BurstFinished, input: String, heard: String
    ) throws -> Summary {
        let delay = try mouthToEar(spoken: spoken, leg: leg, input: input, heard: heard)
        if let delay {
            let codec = request.codec == "aac" ? VoiceCodec.aacLC : .opus
            let format = try VoiceCoders.encoder(for: codec).format
            let frame = Double(format.samplesPerFrame) / 16
            let lookAhead = Double(format.algorithmicDelay) / 16
            step(
                String(
                    format:
                        "mouth to ear %.0f ms: frame %.0f + codec %.1f + jitter buffer %.0f + link and sound blocks %.0f",
                    delay, frame, lookAhead, leg.playoutDelayMs ?? 0,
                    delay - frame - lookAhead - (leg.playoutDelayMs ?? 0)))
        }
        return Summary(
            framesSent: spoken.framesSent, framesReceived: leg.framesReceived, mouthToEarMs: delay,
            file: AudioSource.isFile(request.output) ? request.output : answer.note)
    }

    private func mouthToEar(
        spoken: TalkFinished, leg: BurstFinished, input: String, heard: String
    ) throws -> Double? {
        guard let mouth = spoken.inputOriginNs, let ear = leg.outputOriginNs else { return nil }
        let lead = Int((ear - mouth) / 62_500)
        guard (0..<10 * PCM.sampleRate).contains(lead) else { return nil }
        let said = try AudioFileReader.samples(of: input)
        // On the time axis of the mouth the listener's output begins `lead` samples later.
        let ears = [Float](repeating: 0, count: lead) + (try AudioFileReader.samples(of: heard))
        let delay = MouthToEar.delay(spoken: said[...], heard: ears[...], longest: .seconds(2))
        return delay.map { ($0 / .microseconds(100)).rounded() / 10 }
    }

    private func step(_ text: String) {
        emit(.demoStep(DemoStep(atMs: Int((SystemClock.instant() - start) / .milliseconds(1)), text: text)))
    }
}

extension Demo {
    private func node(_ name: String, in folder: URL, peers: [String]) throws -> Device {
        var udp = UDPConfiguration()
        udp.bindAddress = "127.0.0.1"
        udp.discovery = nil
        udp.peers = peers
        return try Device(
            configuration: DeviceConfiguration(
                directories: Directories(root: folder.appending(path: name)), nickname: name, udp: udp))
    }

    /// Runs a device around `body`, which gets its port once it is up.
    private func withRunning<Answer: Sendable>(
        _ device: Device, _ body: @escaping @Sendable (Int) async throws -> Answer
    ) async throws -> Answer {
        let events = device.events()
        return try await withThrowingTaskGroup(of: Answer?.self) { group in
            group.addTask {
                try await device.run()
                return nil
            }
            group.addTask {
                for await event in events {
                    if case .nodeStarted(let node) = event { return try await body(node.port) }
                }
                throw DeviceError(.link, "The node stopped before it was up.")
            }
            defer { group.cancelAll() }
            while let answer = try await group.next() {
                if let answer { return answer }
            }
            throw CancellationError()
        }
    }

    /// The first burst that the device heard to its end.
    private static func firstBurst(of device: Device) -> Task<BurstFinished, any Error> {
        let events = device.events()
        return Task {
            for await event in events {
                if case .burstFinished(let burst) = event { return burst }
            }
            throw DeviceError(.unavailable, "The node stopped before it heard anything.")
        }
    }

    private static func limited<Answer: Sendable>(
        _ seconds: Double, _ work: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        try await withThrowingTaskGroup(of: Answer.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await Task.sleep(for: .seconds(seconds))
                throw DeviceError(.timedOut, "Nothing was heard within \(Int(seconds)) s.")
            }
            defer { group.cancelAll() }
            guard let answer = try await group.next() else { throw CancellationError() }
            return answer
        }
    }

    private static func never() -> AsyncStream<NodeControl> {
        AsyncStream { _ in }
    }

    /// A prompt of a second or more that Debian's speech packages bring.
    private static func prompt() throws -> String {
        let root = "/usr/share/asterisk/sounds"
        let names = ["vm-intro.g722", "vm-instructions.g722"]
        for voice in (try? FileManager.default.contentsOfDirectory(atPath: root).sorted()) ?? [] {
            for name in names {
                let path = "\(root)/\(voice)/\(name)"
                if FileManager.default.fileExists(atPath: path) { return path }
            }
        }
        throw DeviceError(
            .audio, "No recorded speech is installed: run 'make bootstrap', or give a file with --input FILE.")
    }
}

import Foundation
import PTTTestSupport
import PTTVoice
import PTTWire
import Testing

@testable import PTTMedia

/// Through ALSA's own plugins, configured by the tests, and its plugin for PulseAudio.
@Suite(.serialized) struct ALSAPortTests {
    private func configuration(_ text: String, in scratch: TemporaryFolder) throws -> ALSAConfigurationFile {
        try ALSAConfigurationFile(path: try scratch.file("asound.conf", Array(text.utf8)))
    }

    private func floats(of path: String, in scratch: TemporaryFolder) throws -> [Float] {
        let bytes = try scratch.bytes(of: path)
        return bytes.withUnsafeBytes { raw in
            (0..<raw.count / 4).map { raw.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) }
        }
    }

    @Test func playedSamplesReachTheDeviceUnchanged() throws {
        let scratch = try TemporaryFolder()
        let file = try configuration(
            "pcm.spool { type file slave.pcm { type null } file \"\(scratch.path("spool.raw"))\" format raw }",
            in: scratch)
        let output = ALSAOutput(device: "spool", configuration: MediaConfiguration(), file: file)
        let tone = Signals.sine(hertz: 500, samples: 3_000)
        let source = SignalSource(tone)
        let said = PortRecorder()
        try output.start(
            render: { block in
                source.render(&block)
                if source.rendered >= 4_800 { said.append(1) }
            }, event: said.note)
        #expect(said.wait { $0.count > 0 })
        output.stop()
        let played = try floats(of: scratch.path("spool.raw"), in: scratch)
        #expect(played.count >= 4_800)
        #expect(Array(played.prefix(3_000)) == tone)
        #expect(said.events.isEmpty)
    }

    @Test func integersServeWhereFloatsAreRefused() throws {
        let scratch = try TemporaryFolder()
        let file = try configuration(
            """
            pcm.spool { type file slave.pcm { type null } file "\(scratch.path("spool.raw"))" format raw }
            pcm.whole { type linear slave { pcm spool format S16_LE } }
            """, in: scratch)
        let output = ALSAOutput(device: "whole", configuration: MediaConfiguration(), file: file)
        let source = SignalSource([Float](repeating: 0.5, count: 1_000_000))
        let said = PortRecorder()
        try output.start(
            render: { block in
                source.render(&block)
                if source.rendered >= 1_600 { said.append(1) }
            }, event: said.note)
        #expect(said.wait { $0.count > 0 })
        output.stop()
        let bytes = try scratch.bytes(of: scratch.path("spool.raw"))
        #expect(bytes.count >= 3_200)
        #expect(Array(bytes.prefix(4)) == [0x00, 0x40, 0x00, 0x40])
    }

    @Test func capturedSamplesArriveUnchanged() throws {
        let scratch = try TemporaryFolder()
        let noise = Signals.noise(amplitude: 0.4, samples: 4_000, seed: 1)
        let recording = try scratch.file("mic.raw", noise.flatMap { withUnsafeBytes(of: $0, Array.init) })
        let file = try configuration(
            "pcm.mic { type file slave.pcm { type null } file \"/dev/null\" infile \"\(recording)\" format raw }",
            in: scratch)
        let input = ALSAInput(device: "mic", configuration: MediaConfiguration(), file: file)
        let heard = PortRecorder()
        try input.start(samples: heard.append, event: heard.note)
        #expect(heard.wait { $0.loud >= 4_000 })
        input.stop()
        #expect(Array(heard.samples.prefix(4_000)) == noise)
    }

    @Test func deviceWithoutAClockIsHeldToRealTime() throws {
        let scratch = try TemporaryFolder()
        let file = try configuration("pcm.silent { type null }", in: scratch)
        let input = ALSAInput(device: "silent", configuration: MediaConfiguration(), file: file)
        let heard = PortRecorder()
        let begin = DispatchTime.now().uptimeNanoseconds
        try input.start(samples: heard.append, event: heard.note)
        #expect(heard.wait { $0.count >= 9_600 })
        let elapsed = Double(DispatchTime.now().uptimeNanoseconds - begin) / 1e9
        input.stop()
        // 0.6 s of sound, 0.2 s of which may come at once.
        #expect(elapsed > 0.35)
    }

    @Test func rateLimitLetsARealCardPass() {
        var now = Instant(nanoseconds: 0)
        var limit = RateLimit(now: now)
        for _ in 0..<100_000 {
            // A clock that is 1 % fast.
            now = now + .microseconds(9_900)
            #expect(limit.pass(160, now: now) == .zero)
        }
        var held = Duration.zero
        for _ in 0..<100 { held += limit.pass(160, now: now) }
        #expect(held > .milliseconds(500))
    }

    @Test func lostServerBehindALSAIsAwaited() throws {
        let server = try SoundServer()
        let scratch = try TemporaryFolder()
        let file = try configuration(
            "pcm.served { type pulse server \"\(server.address)\" device \"speaker\" }", in: scratch)
        let output = ALSAOutput(device: "served", configuration: MediaConfiguration(), file: file)
        let source = SignalSource([Float](repeating: 0.25, count: 100_000_000))
        let said = PortRecorder()
        let heard = PortRecorder()
        try output.start(render: source.render, event: said.note)
        let monitor = PulseInput(server: server.address, device: "speaker.monitor")
        try monitor.start(samples: heard.append, event: heard.note)
        #expect(heard.wait { $0.loud > 1_600 })
        server.kill()
        #expect(said.wait { $0.events.count == 1 })
        #expect(said.events.first == .interrupted(reason: "ALSA device served went away"))
        try server.start()
        #expect(said.wait { $0.events.last == .resumed })
        let before = heard.loud
        #expect(heard.wait { $0.loud > before + 1_600 })
        output.stop()
        monitor.stop()
    }

    @Test func capturingThroughALSASurvivesALostServer() throws {
        let server = try SoundServer()
        let scratch = try TemporaryFolder()
        let file = try configuration(
            "pcm.served { type pulse server \"\(server.address)\" device \"speaker.monitor\" }", in: scratch)
        let input = ALSAInput(device: "served", configuration: MediaConfiguration(), file: file)
        let heard = PortRecorder()
        try input.start(samples: heard.append, event: heard.note)
        #expect(heard.wait { $0.count > 1_600 })
        server.kill()
        #expect(heard.wait { !$0.events.isEmpty })
        try server.start()
        let before = heard.count
        #expect(heard.wait { $0.events.last == .resumed && $0.count > before + 1_600 })
        input.stop()
    }

    @Test func unknownDeviceIsRefusedWithWhatToDo() throws {
        let scratch = try TemporaryFolder()
        let file = try configuration("pcm.silent { type null }", in: scratch)
        let output = ALSAOutput(device: "none", configuration: MediaConfiguration(), file: file)
        let error = #expect(throws: AudioDeviceError.self) { try output.start(render: { _ in }, event: { _ in }) }
        #expect(error?.message.hasPrefix("ALSA device none does not open: ") == true)
        #expect(error?.message.hasSuffix("see the devices with: aplay -L") == true)
    }
}

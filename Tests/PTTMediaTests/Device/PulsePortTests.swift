import Foundation
import PTTTestSupport
import PTTVoice
import Testing

@testable import PTTMedia

/// Against a real sound server without hardware.
@Suite(.serialized) struct PulsePortTests {
    @Test func playedSoundIsHeardAtTheMonitorWholeAndInOrder() throws {
        let server = try SoundServer()
        let input = PulseInput(server: server.address, device: "speaker.monitor")
        let heard = PortRecorder()
        try input.start(samples: heard.append, event: heard.note)
        let output = PulseOutput(server: server.address, device: "speaker")
        let spoken = Signals.noise(amplitude: 0.3, samples: 8_000, seed: 1)
        let source = SignalSource(spoken)
        try output.start(render: source.render, event: heard.note)
        let expected = spoken.filter { $0 != 0 }
        #expect(heard.wait { $0.loud >= expected.count })
        #expect((.milliseconds(5)...(.milliseconds(150))).contains(output.latency))
        output.stop()
        input.stop()
        #expect(heard.events.isEmpty)
        // A machine that is too busy puts silence in between, and loses nothing.
        let received = heard.samples.filter { $0 != 0 }
        #expect(received.count == expected.count)
        #expect(zip(received, expected).allSatisfy { abs($0 - $1) < 1e-6 })
    }

    @Test func stopPlaysWhatWasRendered() throws {
        let server = try SoundServer()
        let input = PulseInput(server: server.address, device: "speaker.monitor")
        let heard = PortRecorder()
        try input.start(samples: heard.append, event: heard.note)
        let output = PulseOutput(server: server.address)
        let source = SignalSource([Float](repeating: 0.25, count: 1_000_000))
        try output.start(render: source.render, event: { _ in })
        #expect(heard.wait { $0.loud >= 3_200 })
        output.stop()
        let rendered = source.rendered
        #expect(heard.wait { $0.loud >= rendered })
        input.stop()
        #expect(heard.loud == rendered)
    }

    @Test func killedServerIsAwaitedAndPlayingGoesOn() throws {
        let server = try SoundServer()
        let output = PulseOutput(server: server.address)
        let source = SignalSource([])
        let said = PortRecorder()
        try output.start(render: source.render, event: said.note)
        server.kill()
        #expect(said.wait { $0.events.count == 1 })
        #expect(said.events.first == .interrupted(reason: "the sound server went away"))
        // Nobody hears it, but the engine is still asked at the pace of the clock.
        let before = source.rendered
        let begin = DispatchTime.now().uptimeNanoseconds
        let wanted = 8_000
        while source.rendered < before + wanted, DispatchTime.now().uptimeNanoseconds < begin + 5_000_000_000 {
            sched_yield()
        }
        let elapsed = Double(DispatchTime.now().uptimeNanoseconds - begin) / 1e9
        #expect(elapsed > 0.4 && elapsed < 5)
        try server.start()
        #expect(said.wait { $0.events.count == 2 })
        #expect(said.events.last == .resumed)
        let resumed = source.rendered
        while source.rendered < resumed + 3_200, DispatchTime.now().uptimeNanoseconds < begin + 10_000_000_000 {
            sched_yield()
        }
        output.stop()
        #expect(source.rendered >= resumed + 3_200)
    }

    @Test func killedServerIsAwaitedAndCapturingGoesOn() throws {
        let server = try SoundServer()
        let input = PulseInput(server: server.address)
        let heard = PortRecorder()
        try input.start(samples: heard.append, event: heard.note)
        #expect(heard.wait { $0.count >= 1_600 })
        server.kill()
        #expect(heard.wait { $0.events.count == 1 })
        let count = heard.count
        try server.start()
        #expect(heard.wait { $0.events.count == 2 && $0.count >= count + 1_600 })
        #expect(heard.events == [.interrupted(reason: "the sound server went away"), .resumed])
        input.stop()
    }

    @Test func unpluggedDeviceIsPlayedToAgainOncePluggedIn() throws {
        let server = try SoundServer()
        try server.plug("headset")
        let output = PulseOutput(server: server.address, device: "headset")
        let input = PulseInput(server: server.address, device: "headset.monitor")
        let source = SignalSource([Float](repeating: 0.5, count: 10_000_000))
        let said = PortRecorder()
        let heard = PortRecorder()
        try output.start(render: source.render, event: said.note)
        try input.start(samples: heard.append, event: heard.note)
        #expect(heard.wait { $0.loud > 0 })
        try server.unplug("headset")
        #expect(said.wait { $0.events.count == 1 })
        #expect(heard.wait { $0.events.count == 1 })
        #expect(said.events.first == .interrupted(reason: "the sound device was removed"))
        let count = heard.loud
        try server.plug("headset")
        #expect(said.wait { $0.events.last == .resumed })
        #expect(heard.wait { $0.events.last == .resumed && $0.loud > count + 1_600 })
        output.stop()
        input.stop()
    }

    @Test func slowEngineIsToldWhatItMissed() throws {
        let server = try SoundServer()
        var configuration = MediaConfiguration()
        configuration.captureSlack = .milliseconds(40)
        let input = PulseInput(server: server.address, configuration: configuration)
        let heard = PortRecorder()
        let hold = DispatchSemaphore(value: 0)
        try input.start(
            samples: { block in
                if heard.samples.isEmpty { _ = hold.wait(timeout: .now() + 0.3) }
                heard.append(block)
            }, event: heard.note)
        #expect(
            heard.wait {
                $0.events.contains { if case .overrun(let samples) = $0 { samples > 0 } else { false } }
            })
        input.stop()
    }

    @Test func absentServerAndDeviceAreRefusedWithWhatToDo() throws {
        let nobody = PulseOutput(server: "unix:/nowhere/native")
        let error = #expect(throws: AudioDeviceError.self) { try nobody.start(render: { _ in }, event: { _ in }) }
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("no PulseAudio server at unix:/nowhere/native") == true)
        let server = try SoundServer()
        let nothing = PulseInput(server: server.address, device: "none")
        let second = #expect(throws: AudioDeviceError.self) { try nothing.start(samples: { _ in }, event: { _ in }) }
        #expect(second?.message.contains("pactl list short") == true)
    }

    @Test func devicesAreListed() throws {
        let server = try SoundServer()
        let devices = try PulseDevices.list(server: server.address, timeout: .seconds(2))
        #expect(devices.contains { $0.name == "pulse:speaker" && $0.direction == .output && $0.isDefault })
        #expect(devices.contains { $0.name == "pulse:speaker.monitor" && $0.direction == .input })
    }

    @Test func threadsOfALivePortCarryNames() throws {
        let server = try SoundServer()
        let input = PulseInput(server: server.address)
        let heard = PortRecorder()
        try input.start(samples: heard.append, event: heard.note)
        #expect(heard.wait { !$0.samples.isEmpty })
        let tasks = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
        let names = tasks.compactMap { try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8) }
        input.stop()
        #expect(names.contains("ptt-pulse-in\n"))
        #expect(names.contains("ptt-pulse\n"))
    }
}

import Foundation
import PTTTestSupport
import PTTVoice
import PTTWire
import Testing

@testable import PTTMedia

@Suite struct PacedPortTests {
    private func recording(_ samples: [Float], in scratch: TemporaryFolder) throws -> String {
        let writer = try WAVWriter(path: scratch.path("in.wav"))
        try writer.append(samples.span)
        try writer.finish()
        return scratch.path("in.wav")
    }

    @Test func fileIsDeliveredWholeThenEnds() throws {
        let scratch = try TemporaryFolder()
        let tone = Signals.sine(hertz: 300, samples: 5_000)
        let clock = ManualPortClock()
        let input = FileInput(
            path: try recording(tone, in: scratch), configuration: MediaConfiguration(), clock: clock)
        let recorder = PortRecorder()
        try input.start(samples: recorder.append, event: recorder.note)
        #expect(recorder.wait { $0.events == [.ended] })
        input.stop()
        #expect(recorder.samples.count == 5_000)
        #expect(zip(recorder.samples, tone).allSatisfy { abs($0 - $1) < 1e-4 })
        // Block k is whole at (k + 1) · 10 ms, whatever happened before; the last one has 40 samples.
        #expect(clock.waits == (1...31).map { $0 * 10_000_000 } + [312_500_000])
    }

    @Test func stalledReaderCatchesUpWithoutLosingItsPace() throws {
        let scratch = try TemporaryFolder()
        let clock = ManualPortClock()
        let input = FileInput(
            path: try recording(Signals.sine(hertz: 300, samples: 3_200), in: scratch),
            configuration: MediaConfiguration(), clock: clock)
        let recorder = PortRecorder()
        try input.start(
            samples: { block in
                recorder.append(block)
                if recorder.samples.count == 320 { clock.advance(by: .milliseconds(55)) }
            }, event: recorder.note)
        #expect(recorder.wait { $0.events == [.ended] })
        input.stop()
        #expect(recorder.samples.count == 3_200)
        #expect(clock.waits.prefix(4) == [10_000_000, 20_000_000, 80_000_000, 90_000_000])
    }

    @Test func outputWritesEverySampleInTimeAndCatchesUpAfterAStall() throws {
        let scratch = try TemporaryFolder()
        let clock = ManualPortClock(end: .milliseconds(190))
        let output = FileOutput(path: scratch.path("out.wav"), configuration: MediaConfiguration(), clock: clock)
        let source = SignalSource(Signals.sine(hertz: 300, samples: 1_600))
        let recorder = PortRecorder()
        let begin = clock.now()
        try output.start(
            render: { block in
                if source.rendered == 480 { clock.advance(by: .milliseconds(100)) }
                source.render(&block)
                if source.rendered == 3_200 { recorder.append(Float((clock.now() - begin) / .milliseconds(1))) }
            }, event: recorder.note)
        #expect(recorder.wait { !$0.samples.isEmpty })
        output.stop()
        // The last of 20 blocks begins at 190 ms in spite of the stall.
        #expect(recorder.samples == [190])
        let written = try AudioFileReader.samples(of: scratch.path("out.wav"))
        #expect(written.count == 3_200)
        let tone = Signals.sine(hertz: 300, samples: 1_600)
        #expect(zip(written, tone).allSatisfy { abs($0 - $1) < 1e-4 })
        #expect(recorder.events.isEmpty)
        #expect(output.latency == .zero)
    }

    @Test func realClockKeepsRealTime() throws {
        let input = NullInput(tone: 440)
        let recorder = PortRecorder()
        let begin = DispatchTime.now()
        try input.start(samples: recorder.append, event: recorder.note)
        #expect(recorder.wait { $0.samples.count >= 3_200 })
        let elapsed = Double(DispatchTime.now().uptimeNanoseconds - begin.uptimeNanoseconds) / 1e6
        input.stop()
        // Never early; how late depends on the machine.
        #expect(elapsed >= 199)
        #expect(abs(Signals.energy(recorder.samples[..<3_200]) / 3_200 - 0.03125) < 0.001)
        let count = recorder.samples.count
        #expect(recorder.samples.count == count, "nothing is delivered after stop")
    }

    @Test func runningPortRefusesASecondStartAndStartsAgainAfterStop() throws {
        let output = NullOutput()
        let source = SignalSource([])
        try output.start(render: source.render, event: { _ in })
        #expect(throws: AudioDeviceError.self) { try output.start(render: source.render, event: { _ in }) }
        output.stop()
        output.stop()
        try output.start(render: source.render, event: { _ in })
        output.stop()
    }

    @Test func portCanBeStoppedFromItsOwnCallback() throws {
        let input = NullInput()
        let recorder = PortRecorder()
        try input.start(
            samples: { block in
                input.stop()
                recorder.append(block)
            }, event: recorder.note)
        #expect(recorder.wait { !$0.samples.isEmpty })
        #expect(recorder.samples.count == 160)
    }

    @Test func threadsCarryTheirPortsName() throws {
        let input = NullInput()
        let recorder = PortRecorder()
        try input.start(samples: recorder.append, event: recorder.note)
        #expect(recorder.wait { !$0.samples.isEmpty })
        let tasks = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
        let names = tasks.compactMap { try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8) }
        input.stop()
        #expect(names.contains("ptt-null-in\n"))
    }

    @Test func missingFileIsRefusedAtStart() {
        let input = FileInput(path: "/nowhere/voice.wav")
        #expect(throws: AudioDeviceError.self) { try input.start(samples: { _ in }, event: { _ in }) }
        let output = FileOutput(path: "/nowhere/voice.wav")
        #expect(throws: AudioDeviceError.self) { try output.start(render: { _ in }, event: { _ in }) }
    }
}

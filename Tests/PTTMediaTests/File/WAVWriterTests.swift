import Foundation
import PTTTestSupport
import PTTVoice
import Testing

@testable import PTTMedia

@Suite struct WAVWriterTests {
    @Test func samplesComeBackToSixteenBits() throws {
        let scratch = try TemporaryFolder()
        let path = scratch.path("tone.wav")
        let tone = Signals.sine(hertz: 440, samples: 5_000)
        let writer = try WAVWriter(path: path)
        try writer.append(tone.span)
        try writer.finish()
        #expect(writer.sampleCount == 5_000)
        let read = try AudioFileReader.samples(of: path)
        #expect(read.count == 5_000)
        #expect(zip(read, tone).allSatisfy { abs($0 - $1) < 1 / 16_384 })
    }

    @Test func fileIsWholeAfterEveryAppendWithoutBeingFinished() throws {
        let scratch = try TemporaryFolder()
        let path = scratch.path("growing.wav")
        let writer = try WAVWriter(path: path)
        let block = Signals.sine(hertz: 700, samples: 320)
        for count in 1...20 {
            try writer.append(block.span)
            #expect(try AudioFileReader.samples(of: path).count == count * 320)
        }
        #expect(
            try ChildProcess.output(of: ["soxi", "-s", path]).trimmingCharacters(in: .whitespacesAndNewlines) == "6400")
    }

    @Test func beyondFullScaleIsClippedAndNotANumberIsSilent() throws {
        let scratch = try TemporaryFolder()
        let path = scratch.path("wild.wav")
        let writer = try WAVWriter(path: path)
        let wild: [Float] = [3, -3, .infinity, .nan, 0.5]
        try writer.append(wild.span)
        let read = try AudioFileReader.samples(of: path)
        #expect(read.map { ($0 * 100).rounded() } == [100, -100, 100, 0, 50])
    }

    @Test func unwritablePathSaysWhy() {
        let error = #expect(throws: AudioDeviceError.self) { try WAVWriter(path: "/nowhere/at/all.wav") }
        #expect(error?.code == .unwritable)
        #expect(error?.message == "/nowhere/at/all.wav cannot be written: No such file or directory")
    }

    @Test func fullDiskIsReported() throws {
        let writer = try? WAVWriter(path: "/dev/full")
        #expect(writer == nil)
    }
}

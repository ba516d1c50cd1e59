import Foundation
import PTTTestSupport
import PTTVoice
import Testing

@testable import PTTMedia

/// Sound that comes in or goes out through a pipe.
@Suite struct StreamedInputTests {
    private struct Ends {
        let read: Int32
        let write: Int32

        init() throws {
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            (read, write) = (ends[0], ends[1])
            for end in ends { try #require(fcntl(end, F_SETFD, FD_CLOEXEC) == 0) }
        }

        func send(_ bytes: [UInt8]) {
            #expect(write == -1 || Foundation.write(write, bytes, bytes.count) == bytes.count)
        }
    }

    private func all(of reader: AudioFileReader) throws -> [Float] {
        var samples: [Float] = []
        var block = [Float](repeating: 0, count: 160)
        while true {
            var span = block.mutableSpan
            let count = try reader.read(into: &span)
            samples += block[..<count]
            if count < block.count { return samples }
        }
    }

    private func reader(_ ends: Ends, _ cancellation: Ends) throws -> AudioFileReader {
        try AudioFileReader(
            path: "pipe", pipe: StreamedInput(descriptor: ends.read, cancellation: cancellation.read))
    }

    @Test func bareSamplesAreTakenAsSixteenKilohertzMono() throws {
        let (ends, cancellation) = (try Ends(), try Ends())
        let values: [Int16] = (0..<4_000).map { Int16($0 * 8 - 16_000) }
        ends.send(values.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
        close(ends.write)
        let samples = try all(of: reader(ends, cancellation))
        #expect(samples == values.map { Float($0) / 32_768 })
        close(ends.read)
    }

    @Test func waveFileIsRecognized() throws {
        let scratch = try TemporaryFolder()
        let tone = Signals.sine(hertz: 600, samples: 3_000)
        let writer = try WAVWriter(path: scratch.path("a.wav"))
        try writer.append(tone.span)
        try writer.finish()
        let (ends, cancellation) = (try Ends(), try Ends())
        ends.send(try scratch.bytes(of: scratch.path("a.wav")))
        close(ends.write)
        let samples = try all(of: reader(ends, cancellation))
        #expect(samples.count == 3_000)
        #expect(zip(samples, tone).allSatisfy { abs($0 - $1) < 1e-4 })
        close(ends.read)
    }

    @Test func waitingReaderEndsWhenCalledOff() throws {
        let ends = try Ends()
        let cancellation = CancellationPipe()
        ends.send([UInt8](repeating: 1, count: 40_000))
        let stream = try StreamedInput(descriptor: ends.read, cancellation: cancellation.descriptor())
        let reader = try AudioFileReader(path: "pipe", pipe: stream)
        // The writer stays open and says nothing more.
        cancellation.cancel()
        #expect(try all(of: reader).count <= 20_000)
        close(ends.write)
        close(ends.read)
    }

    @Test func emptyPipeIsRefused() throws {
        let (ends, cancellation) = (try Ends(), try Ends())
        close(ends.write)
        let error = #expect(throws: AudioDeviceError.self) { try reader(ends, cancellation) }
        #expect(error?.message == "standard input holds no sound")
        close(ends.read)
    }

    @Test func waveFileThroughAPipeIsReadToItsEnd() throws {
        let scratch = try TemporaryFolder()
        let fifo = scratch.path("fifo")
        try #require(mkfifo(fifo, 0o600) == 0)
        // Both ways at once, so that neither side waits for the other.
        let end = open(fifo, O_RDWR | O_CLOEXEC)
        try #require(end >= 0)
        let tone = Signals.sine(hertz: 600, samples: 2_000)
        let writer = try WAVWriter(path: fifo)
        try writer.append(tone.span)
        try writer.finish()
        var bytes = [UInt8](repeating: 0, count: 10_000)
        let count = read(end, &bytes, bytes.count)
        close(end)
        #expect(count == 44 + 4_000)
        let copy = try scratch.file("copy.wav", Array(bytes[..<count]))
        #expect(try AudioFileReader.samples(of: copy).count == 2_000)
        try ChildProcess.output(of: ["sox", copy, scratch.path("again.wav")])
        #expect(try AudioFileReader.samples(of: scratch.path("again.wav")).count == 2_000)
    }
}

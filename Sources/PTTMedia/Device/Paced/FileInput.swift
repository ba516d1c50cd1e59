public import PTTVoice

/// A recording that sounds like a microphone: 10 ms blocks in real time, then `AudioDeviceEvent/ended`.
public final class FileInput: AudioInput {
    private let path: String
    private let clock: any PortClock
    private let blockSize: Int
    private let lifecycle = PortLifecycle()
    private let cancellation = CancellationPipe()

    /// - Parameter path: any audio file; `-` is standard input: WAV, Ogg or FLAC, else raw 16-bit 16 kHz mono.
    public convenience init(path: String, configuration: MediaConfiguration = MediaConfiguration()) {
        self.init(path: path, configuration: configuration, clock: MonotonicClock())
    }

    init(path: String, configuration: MediaConfiguration, clock: any PortClock) {
        self.path = path
        self.clock = clock
        blockSize = max(PCM.samples(in: configuration.fragment), 1)
    }

    public func start(
        samples: @escaping @Sendable (Span<Float>) -> Void, event: @escaping @Sendable (AudioDeviceEvent) -> Void
    ) throws {
        try lifecycle.start(name: "ptt-file-in") { run in
            // Only the thread touches it from here on.
            nonisolated(unsafe) let reader = try open()
            let paced = PacedInput(clock: clock, blockSize: blockSize)
            return {
                do {
                    let reader = try unsafe reader()
                    paced.deliver(from: { try reader.read(into: &$0) }, run: run, samples: samples, event: event)
                } catch {
                    event(.failed(reason: "\(error)"))
                }
            }
        }
    }

    public func stop() {
        lifecycle.stop(interrupt: cancellation.cancel)
    }

    /// - Returns: what yields the reader on the thread: a pipe may have nothing to say for a long time.
    private func open() throws -> () throws -> AudioFileReader {
        if path == "-" {
            let cancellation = try cancellation.descriptor()
            return { try .standardInput(cancellation: cancellation) }
        }
        let reader = try AudioFileReader(path: path)
        return { reader }
    }
}

public import PTTVoice
import Synchronization

/// A loudspeaker that is a WAV file, in real time.
public final class FileOutput: AudioOutput {
    private let path: String
    private let clock: any PortClock
    private let blockSize: Int
    private let lifecycle = PortLifecycle()

    /// - Parameter path: created, or overwritten; `-` is standard output.
    public convenience init(path: String, configuration: MediaConfiguration = MediaConfiguration()) {
        self.init(path: path, configuration: configuration, clock: MonotonicClock())
    }

    init(path: String, configuration: MediaConfiguration, clock: any PortClock) {
        self.path = path
        self.clock = clock
        blockSize = max(PCM.samples(in: configuration.fragment), 1)
    }

    public func start(
        render: @escaping @Sendable (inout MutableSpan<Float>) -> Void,
        event: @escaping @Sendable (AudioDeviceEvent) -> Void
    ) throws {
        try lifecycle.start(name: "ptt-file-out") { run in
            // Only the thread touches it from here on.
            nonisolated(unsafe) let writer = try WAVWriter(path: path)
            let paced = PacedOutput(clock: clock, blockSize: blockSize)
            return {
                guard paced.play(into: { try unsafe writer.append($0) }, run: run, render: render, event: event)
                else { return }
                do {
                    try unsafe writer.finish()
                } catch {
                    event(.failed(reason: "\(error)"))
                }
            }
        }
    }

    public func stop() {
        lifecycle.stop()
    }

    /// A file hears at once.
    public var latency: Duration { .zero }
}

public import PTTVoice

/// A loudspeaker that nobody hears; in real time.
public final class NullOutput: AudioOutput {
    private let clock: any PortClock
    private let blockSize: Int
    private let lifecycle = PortLifecycle()

    public convenience init(configuration: MediaConfiguration = MediaConfiguration()) {
        self.init(configuration: configuration, clock: MonotonicClock())
    }

    init(configuration: MediaConfiguration, clock: any PortClock) {
        self.clock = clock
        blockSize = max(PCM.samples(in: configuration.fragment), 1)
    }

    public func start(
        render: @escaping @Sendable (inout MutableSpan<Float>) -> Void,
        event: @escaping @Sendable (AudioDeviceEvent) -> Void
    ) throws {
        try lifecycle.start(name: "ptt-null-out") { run in
            let paced = PacedOutput(clock: clock, blockSize: blockSize)
            return { _ = paced.play(into: { _ in }, run: run, render: render, event: event) }
        }
    }

    public func stop() {
        lifecycle.stop()
    }

    public var latency: Duration { .zero }
}

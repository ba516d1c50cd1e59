#if canImport(AVFAudio)
public import PTTVoice

/// The system's microphone through AVAudioEngine; survives a change of device.
public final class EngineInput: AudioInput {
    private let port: DeviceInput

    public init(configuration: MediaConfiguration = MediaConfiguration()) {
        port = DeviceInput(name: "ptt-engine-in", configuration: configuration) { gate, _ in
            let session = EngineCapture(gate: gate)
            try session.open(fragment: configuration.fragment)
            return session
        }
    }

    public func start(
        samples: @escaping @Sendable (Span<Float>) -> Void, event: @escaping @Sendable (AudioDeviceEvent) -> Void
    ) throws {
        try port.start(samples: samples, event: event)
    }

    public func stop() {
        port.stop()
    }
}

/// The system's loudspeaker through AVAudioEngine; survives a change of device.
public final class EngineOutput: AudioOutput {
    private let port: DeviceOutput

    public init(configuration: MediaConfiguration = MediaConfiguration()) {
        port = DeviceOutput(name: "ptt-engine-out", configuration: configuration) { gate, _ in
            let session = EnginePlayback(gate: gate)
            try session.open()
            return session
        }
    }

    public func start(
        render: @escaping @Sendable (inout MutableSpan<Float>) -> Void,
        event: @escaping @Sendable (AudioDeviceEvent) -> Void
    ) throws {
        try port.start(render: render, event: event)
    }

    public func stop() {
        port.stop()
    }

    public var latency: Duration { port.latency }
}
#endif

#if !canImport(AVFAudio)
public import PTTVoice

/// A loudspeaker through ALSA; survives underruns, suspension and the device's removal.
public final class ALSAOutput: AudioOutput {
    private let port: DeviceOutput

    /// - Parameter device: as ALSA knows it.
    public convenience init(device: String = "default", configuration: MediaConfiguration = MediaConfiguration()) {
        self.init(device: device, configuration: configuration, file: nil)
    }

    init(device: String, configuration: MediaConfiguration, file: ALSAConfigurationFile?) {
        port = DeviceOutput(name: "ptt-alsa-out", configuration: configuration) { gate, _ in
            try ALSAPlayback(name: device, configuration: configuration, file: file, gate: gate)
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

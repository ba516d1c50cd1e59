#if !canImport(AVFAudio)
public import PTTVoice

/// A microphone through ALSA; survives overruns, suspension and the device's removal.
public final class ALSAInput: AudioInput {
    private let port: DeviceInput

    /// - Parameter device: as ALSA knows it.
    public convenience init(device: String = "default", configuration: MediaConfiguration = MediaConfiguration()) {
        self.init(device: device, configuration: configuration, file: nil)
    }

    init(device: String, configuration: MediaConfiguration, file: ALSAConfigurationFile?) {
        port = DeviceInput(name: "ptt-alsa-in", configuration: configuration) { gate, _ in
            try ALSACapture(name: device, configuration: configuration, file: file, gate: gate)
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
#endif

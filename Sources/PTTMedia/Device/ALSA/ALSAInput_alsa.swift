#if !canImport(AVFAudio)

/// A microphone through ALSA; survives overruns, suspension and the device's removal.
public final class ALSAInput: DeviceInput, @unchecked Sendable {
    // Sendable: as its superclass.

    /// - Parameter device: as ALSA knows it.
    public convenience init(device: String = "default", configuration: MediaConfiguration = MediaConfiguration()) {
        self.init(device: device, configuration: configuration, file: nil)
    }

    init(device: String, configuration: MediaConfiguration, file: ALSAConfigurationFile?) {
        super.init(name: "ptt-alsa-in", configuration: configuration) { gate, _ in
            try ALSACapture(name: device, configuration: configuration, file: file, gate: gate)
        }
    }
}
#endif

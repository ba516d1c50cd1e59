#if !canImport(AVFAudio)

/// A loudspeaker through ALSA; survives underruns, suspension and the device's removal.
public final class ALSAOutput: DeviceOutput, @unchecked Sendable {
    // Sendable: as its superclass.

    /// - Parameter device: as ALSA knows it.
    public convenience init(device: String = "default", configuration: MediaConfiguration = MediaConfiguration()) {
        self.init(device: device, configuration: configuration, file: nil)
    }

    init(device: String, configuration: MediaConfiguration, file: ALSAConfigurationFile?) {
        super.init(name: "ptt-alsa-out", configuration: configuration) { gate, _ in
            try ALSAPlayback(name: device, configuration: configuration, file: file, gate: gate)
        }
    }
}
#endif

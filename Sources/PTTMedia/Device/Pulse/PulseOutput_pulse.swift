#if !canImport(AVFAudio)

/// A loudspeaker of a PulseAudio or PipeWire server; survives its restart and the device's removal.
public final class PulseOutput: DeviceOutput, @unchecked Sendable {
    // Sendable: as its superclass.

    /// - Parameters:
    ///   - server: as in PULSE_SERVER; nil is the user's own.
    ///   - device: the name of a sink; nil follows the server's default, wherever that
    ///     moves; a named one is waited for when it is removed.
    public init(server: String? = nil, device: String? = nil, configuration: MediaConfiguration = MediaConfiguration())
    {
        super.init(name: "ptt-pulse-out", configuration: configuration) { gate, run in
            try PulsePlayback(server: server, device: device, configuration: configuration, gate: gate, run: run)
        }
    }
}
#endif

#if canImport(AVFAudio)
import PTTVoice

/// The system's microphone through AVAudioEngine; survives a change of device.
public final class EngineInput: DeviceInput, @unchecked Sendable {
    // Sendable: as its superclass.

    public init(configuration: MediaConfiguration = MediaConfiguration()) {
        super.init(name: "ptt-engine-in", configuration: configuration) { gate, _ in
            let session = EngineCapture(gate: gate)
            try session.open(fragment: configuration.fragment)
            return session
        }
    }
}

/// The system's loudspeaker through AVAudioEngine; survives a change of device.
public final class EngineOutput: DeviceOutput, @unchecked Sendable {
    // Sendable: as its superclass.

    public init(configuration: MediaConfiguration = MediaConfiguration()) {
        super.init(name: "ptt-engine-out", configuration: configuration) { gate, _ in
            let session = EnginePlayback(gate: gate)
            try session.open()
            return session
        }
    }
}
#endif

#if canImport(AVFAudio)
import PTTVoice

extension AudioDevices {
    /// The system's own choice; which device that is, the person says in the system's settings.
    public static func list(configuration: MediaConfiguration = MediaConfiguration()) -> [AudioDevice] {
        [
            AudioDevice(name: "default", summary: "the system's microphone", direction: .input, isDefault: true),
            AudioDevice(name: "default", summary: "the system's loudspeaker", direction: .output, isDefault: true),
        ]
    }

    static func systemInput(_ configuration: MediaConfiguration) throws -> any AudioInput {
        EngineInput(configuration: configuration)
    }

    static func systemOutput(_ configuration: MediaConfiguration) throws -> any AudioOutput {
        EngineOutput(configuration: configuration)
    }

    static func pulseInput(_ device: String?, _ configuration: MediaConfiguration) throws -> any AudioInput {
        throw foreign("PulseAudio")
    }

    static func pulseOutput(_ device: String?, _ configuration: MediaConfiguration) throws -> any AudioOutput {
        throw foreign("PulseAudio")
    }

    static func alsaInput(_ device: String, _ configuration: MediaConfiguration) throws -> any AudioInput {
        throw foreign("ALSA")
    }

    static func alsaOutput(_ device: String, _ configuration: MediaConfiguration) throws -> any AudioOutput {
        throw foreign("ALSA")
    }

    private static func foreign(_ system: String) -> AudioDeviceError {
        AudioDeviceError(.unavailable, "\(system) is for Linux; here say default, null or a file")
    }
}
#endif

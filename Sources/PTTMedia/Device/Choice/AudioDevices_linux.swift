#if !canImport(AVFAudio)
import CALSA
import PTTVoice

extension AudioDevices {
    /// The devices of the user's sound server, then those of ALSA; empty where there are none.
    public static func list(configuration: MediaConfiguration = MediaConfiguration()) -> [AudioDevice] {
        let served = (try? PulseDevices.list(server: nil, timeout: configuration.answerTimeout)) ?? []
        return served + ALSADevices.list()
    }

    static func pulseInput(_ device: String?, _ configuration: MediaConfiguration) throws -> any AudioInput {
        PulseInput(device: device, configuration: configuration)
    }

    static func pulseOutput(_ device: String?, _ configuration: MediaConfiguration) throws -> any AudioOutput {
        PulseOutput(device: device, configuration: configuration)
    }

    static func alsaInput(_ device: String, _ configuration: MediaConfiguration) throws -> any AudioInput {
        ALSAInput(device: device, configuration: configuration)
    }

    static func alsaOutput(_ device: String, _ configuration: MediaConfiguration) throws -> any AudioOutput {
        ALSAOutput(device: device, configuration: configuration)
    }

    static func systemInput(_ configuration: MediaConfiguration) throws -> any AudioInput {
        switch try systemSound(SND_PCM_STREAM_CAPTURE, configuration) {
        case .pulse: PulseInput(configuration: configuration)
        case .alsa: ALSAInput(configuration: configuration)
        }
    }

    static func systemOutput(_ configuration: MediaConfiguration) throws -> any AudioOutput {
        switch try systemSound(SND_PCM_STREAM_PLAYBACK, configuration) {
        case .pulse: PulseOutput(configuration: configuration)
        case .alsa: ALSAOutput(configuration: configuration)
        }
    }

    private enum SystemSound {
        case pulse, alsa
    }

    /// A sound server where one answers, else ALSA where its default device opens.
    private static func systemSound(
        _ direction: snd_pcm_stream_t, _ configuration: MediaConfiguration
    ) throws -> SystemSound {
        let served: any Error
        do {
            _ = try PulseConnection(server: nil, timeout: configuration.answerTimeout, run: nil)
            return .pulse
        } catch {
            served = error
        }
        do {
            _ = try ALSADevice(name: "default", direction: direction, buffer: configuration.outputBuffer)
            return .alsa
        } catch {
            throw AudioDeviceError(
                .unavailable,
                "no sound: \(served); and \(error). Without a sound card name a file, or null, instead")
        }
    }
}
#endif

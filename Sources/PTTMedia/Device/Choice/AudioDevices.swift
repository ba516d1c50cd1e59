public import PTTVoice

/// A sound device that this machine has.
public struct AudioDevice: Hashable, Sendable {
    public enum Direction: Hashable, Sendable {
        case input
        case output
    }

    /// What ``AudioDevices`` opens it by.
    public var name: String
    /// What its maker or the system calls it.
    public var summary: String
    public var direction: Direction
    public var isDefault: Bool
}

/// Opens sound devices by name.
///
/// Names: `default`; `pulse` or `pulse:NAME` for a PulseAudio or PipeWire server; `alsa` or `alsa:NAME`; `null`, for
/// silence, or `null:440` for a tone; `-` for a standard stream; else the path of a file.
public enum AudioDevices {
    /// Makes a microphone, which opens when started.
    ///
    /// - Throws: where the name means nothing, or where no device can be the default one.
    public static func input(
        named name: String = "default", configuration: MediaConfiguration = MediaConfiguration()
    ) throws -> any AudioInput {
        switch try DeviceName(name) {
        case .null(let tone): NullInput(tone: tone, configuration: configuration)
        case .file(let path): FileInput(path: path, configuration: configuration)
        case .system: try systemInput(configuration)
        case .pulse(let device): try pulseInput(device, configuration)
        case .alsa(let device): try alsaInput(device, configuration)
        }
    }

    /// Makes a loudspeaker, which opens when started.
    ///
    /// - Throws: where the name means nothing, or where no device can be the default one.
    public static func output(
        named name: String = "default", configuration: MediaConfiguration = MediaConfiguration()
    ) throws -> any AudioOutput {
        switch try DeviceName(name) {
        case .null: NullOutput(configuration: configuration)
        case .file(let path): FileOutput(path: path, configuration: configuration)
        case .system: try systemOutput(configuration)
        case .pulse(let device): try pulseOutput(device, configuration)
        case .alsa(let device): try alsaOutput(device, configuration)
        }
    }
}

import PTTVoice

/// A sound device as a person names it on a command line.
enum DeviceName: Hashable {
    /// The system's own choice.
    case system
    /// A device of a PulseAudio or PipeWire server; nil is the server's default.
    case pulse(String?)
    case alsa(String)
    /// Silence, or a tone of so many Hz.
    case null(tone: Double?)
    /// A path, or `-` for a standard stream.
    case file(String)

    /// - Parameter text: `default`, `pulse`, `pulse:NAME`, `alsa`, `alsa:NAME`, `null`, `null:HERTZ`, `-`, or a path,
    ///   which contains a `/` or a `.`.
    init(_ text: String) throws {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let kind = parts.first.map(String.init) ?? ""
        let detail = parts.count == 2 && !parts[1].isEmpty ? String(parts[1]) : nil
        switch kind {
        case "default" where parts.count == 1: self = .system
        case "pulse": self = .pulse(detail)
        case "alsa": self = .alsa(detail ?? "default")
        case "null":
            guard let detail else {
                self = .null(tone: nil)
                return
            }
            guard let tone = Double(detail), (1...Double(PCM.sampleRate / 2)).contains(tone) else {
                throw AudioDeviceError(.unavailable, "null:\(detail) names no tone of 1…8000 Hz; try null:440")
            }
            self = .null(tone: tone)
        default:
            guard text == "-" || text.contains("/") || text.contains(".") else {
                throw AudioDeviceError(
                    .unavailable,
                    "there is no sound device \(text.debugDescription): say default, pulse[:NAME], alsa[:NAME], null, "
                        + "- or a path such as ./\(text.isEmpty ? "voice" : text).wav")
            }
            self = .file(text)
        }
    }
}

import Foundation
import PTTMedia

/// What the name of an audio input or output stands for.
public enum AudioSource {
    /// Whether a name is the path of a file, or `-`, and not a device.
    public static func isFile(_ name: String) -> Bool {
        let isDevice = ["default", "pulse", "alsa", "null"].contains { name == $0 || name.hasPrefix($0 + ":") }
        return !isDevice && (name == "-" || name.contains("/") || name.contains("."))
    }

    /// `default` where this machine can play sound, and otherwise the file, in the current folder.
    public static func loudspeakerOrFile(_ file: String) -> String {
        if AudioDevices.list().contains(where: { $0.direction == .output && $0.isDefault }) { return "default" }
        return URL(filePath: FileManager.default.currentDirectoryPath).appending(path: file).path
    }
}

#if !canImport(AVFAudio)
import CALSA
import Foundation

/// The devices that ALSA's configuration offers for choosing.
enum ALSADevices {
    static func list() -> [AudioDevice] {
        CALSA_be_quiet()
        var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        guard unsafe snd_device_name_hint(-1, "pcm", &hints) >= 0, let hints = unsafe hints else { return [] }
        defer { unsafe snd_device_name_free_hint(hints) }
        var devices: [AudioDevice] = []
        var index = 0
        while let hint = unsafe hints[index] {
            index += 1
            guard let name = unsafe text(hint, "NAME"), name != "null" else { continue }
            let summary = unsafe text(hint, "DESC")?.replacing("\n", with: ", ") ?? name
            // Without a direction it has both.
            let direction = unsafe text(hint, "IOID")
            for (word, way) in [("Input", AudioDevice.Direction.input), ("Output", .output)]
            where direction == nil || direction == word {
                devices.append(
                    AudioDevice(name: "alsa:\(name)", summary: summary, direction: way, isDefault: name == "default"))
            }
        }
        return devices
    }

    private static func text(_ hint: UnsafeMutableRawPointer, _ key: String) -> String? {
        guard let value = unsafe snd_device_name_get_hint(hint, key) else { return nil }
        defer { unsafe free(value) }
        return unsafe String(cString: value)
    }
}
#endif

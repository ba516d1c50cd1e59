import Foundation
import PTTMedia
import PTTVoice

/// The note that a talker keeps of a burst; a fault of the disk never disturbs the live voice.
final class NoteRecorder {
    private let url: URL
    private let file: VoiceNoteRecorder
    private(set) var failure: String?

    /// - Throws: ``AudioDeviceError`` when the file cannot be made.
    init(url: URL) throws {
        self.url = url
        file = try VoiceNoteRecorder(path: url.path)
    }

    func append(_ samples: Span<Float>) {
        guard failure == nil else { return }
        do { try file.append(samples) } catch { failure = "\(error)" }
    }

    /// - Returns: the file, or nil when it could not be completed.
    func finish() -> URL? {
        do { try file.finish() } catch { failure = "\(error)" }
        return failure == nil ? url : nil
    }

    func discard() {
        do { try file.finish() } catch { failure = "\(error)" }
        unlink(url.path)
    }
}

import Foundation
import PTTMedia
import PTTMesh
import PTTWire

/// The note that a listener keeps of a burst: grows while the burst is live, and gets its name at the end.
final class IncomingNote {
    private static let livePrefix = "voice_live_"
    private static let finalPrefix = "voice_"

    private let folder: URL
    private let name: String
    private let codec: VoiceCodec
    private let file: any VoiceNoteWriter
    private(set) var failure: String?

    var duration: Duration { file.duration }

    /// - Throws: ``AudioDeviceError`` when the file cannot be made.
    init(_ key: BurstKey<PeerID>, codec: VoiceCodec, in folder: URL) throws {
        let scope =
            switch key.scope {
            case .direct: "dm"
            case .everyone: "mesh"
            }
        name = "\(key.burst)_\(key.sender)_\(scope).\(VoiceNotes.fileExtension(for: codec))"
        self.folder = folder
        self.codec = codec
        file = try VoiceNotes.writer(for: codec, path: folder.appending(path: Self.livePrefix + name).path)
    }

    /// Takes the burst's next frame; one in another codec than the file's is left out.
    func append(_ frame: ArraySlice<UInt8>, codec: VoiceCodec) {
        guard failure == nil, codec == self.codec else { return }
        do { try file.append(frame.span) } catch { failure = "\(error)" }
    }

    /// - Returns: the finished file; nil when it could not be completed or holds nothing.
    func finish() -> URL? {
        let isEmpty = file.duration == .zero
        do { try file.finish() } catch { failure = "\(error)" }
        if isEmpty {
            remove()
            return nil
        }
        return failure == nil ? Self.rename(live, in: folder) : nil
    }

    func discard() {
        do { try file.finish() } catch { failure = "\(error)" }
        remove()
    }

    private var live: URL { folder.appending(path: Self.livePrefix + name) }

    private func remove() {
        unlink(live.path)
    }

    /// Gives final names to notes whose writer was killed; empty ones go.
    static func recover(in folder: URL) {
        let files =
            (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.fileSizeKey]))
        for file in files ?? [] where file.lastPathComponent.hasPrefix(livePrefix) {
            if (try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize) == 0 {
                unlink(file.path)
            } else {
                _ = rename(file, in: folder)
            }
        }
    }

    private static func rename(_ live: URL, in folder: URL) -> URL? {
        let final = folder.appending(path: finalPrefix + live.lastPathComponent.dropFirst(livePrefix.count))
        return Foundation.rename(live.path, final.path) == 0 ? final : nil
    }
}

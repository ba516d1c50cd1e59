import PTTVoice
import PTTWire

/// Writes AAC access units as an ADTS file; each is on disk when its append returns. One owner at a time.
final class ADTSWriter: VoiceNoteWriter {
    private let file: GrowingFile
    private var frames = 0

    /// - Parameter path: created, readable by its owner only, or overwritten.
    init(path: String) throws {
        file = try GrowingFile(path: path, mode: 0o600)
    }

    var duration: Duration {
        PCM.duration(ofSamples: frames * AACSettings.samplesPerFrame)
    }

    func append(_ frame: Span<UInt8>) throws {
        let accessUnit = (0..<frame.count).map { frame[$0] }
        var bytes: [UInt8] = []
        do throws(ADTSError) {
            try ADTS.append(accessUnit[...], to: &bytes)
        } catch {
            throw AudioDeviceError(.codec, "an AAC frame of \(frame.count) bytes does not fit ADTS")
        }
        try file.append(bytes.span)
        frames += 1
    }

    func appendMissing(frames count: Int) throws {
        let silence = AACSettings.silence
        for _ in 0..<count { try append(silence.span) }
    }

    func finish() throws {
        try file.close()
    }
}

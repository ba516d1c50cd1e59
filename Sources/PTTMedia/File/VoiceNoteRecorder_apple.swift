#if canImport(AVFAudio)
import AVFAudio
import Foundation
import PTTVoice

/// Records PCM as the `.m4a` voice note that a talker keeps and sends: AAC-LC, 16 kHz mono, 16 kbit/s.
///
/// Apple's writer completes the file only at the end: a recording that is killed is lost. One owner at a time.
public final class VoiceNoteRecorder {
    private let path: String
    private let file: AVAudioFile
    private let buffer: AVAudioPCMBuffer

    /// Samples recorded so far.
    public private(set) var sampleCount = 0

    /// - Parameter path: created, readable by its owner only, or overwritten.
    public init(path: String) throws {
        self.path = path
        var settings = AppleAudio.aacSettings
        settings[AVEncoderBitRateKey] = AACVoiceEncoder.bitRate
        do {
            file = try AVAudioFile(
                forWriting: URL(filePath: path), settings: settings, commonFormat: .pcmFormatFloat32,
                interleaved: false)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        } catch {
            throw AudioDeviceError(.unwritable, "\(path) cannot be written: \(error.localizedDescription)")
        }
        buffer = try AppleAudio.buffer(AppleAudio.pcm(), capacity: AACSettings.samplesPerFrame)
    }

    /// Appends any number of samples.
    public func append(_ samples: Span<Float>) throws {
        var done = 0
        while done < samples.count {
            let end = min(done + AACSettings.samplesPerFrame, samples.count)
            AppleAudio.fill(buffer, with: samples.extracting(done..<end))
            do {
                try file.write(from: buffer)
            } catch {
                throw AudioDeviceError(.unwritable, "\(path) cannot be written: \(error.localizedDescription)")
            }
            done = end
        }
        sampleCount += samples.count
    }

    /// Completes and closes the file; it then plays everywhere.
    public func finish() throws {
        file.close()
    }
}

extension VoiceNotes {
    static func opusWriter(path: String) throws -> any VoiceNoteWriter {
        throw AudioDeviceError(.codec, "Opus needs libopus, which this build has not; ask for AAC")
    }
}
#endif

#if !canImport(AVFAudio)
import CFFmpeg
import Foundation
import PTTVoice

/// Writes AAC access units as the `.m4a` that every phone plays.
///
/// While it grows it is a fragmented file, cut every 256 ms, which plays whenever the writer is killed. Finishing
/// rewrites it, in one atomic step, as a plain file with its index first. One owner at a time.
@safe final class M4AWriter: VoiceNoteWriter {
    private let path: String
    private let file: MuxedFile
    private var frames = 0
    private var isFinished = false

    /// - Parameter path: created, readable by its owner only, or overwritten.
    init(path: String) throws {
        self.path = path
        file = try MuxedFile(
            path: path, format: "ipod", track: Self.track, options: [("movflags", "frag_custom+empty_moov")])
        // The index of the growing file, before any sound.
        try file.flush()
    }

    var duration: Duration {
        PCM.duration(ofSamples: frames * AACSettings.samplesPerFrame)
    }

    func append(_ frame: Span<UInt8>) throws {
        try file.append(frame, lasting: AACSettings.samplesPerFrame)
        frames += 1
        if frames % Self.framesPerFragment == 0 { try file.flush() }
    }

    func appendMissing(frames count: Int) throws {
        let silence = AACSettings.silence
        for _ in 0..<count { try append(silence.span) }
    }

    func finish() throws {
        guard !isFinished else { return }
        isFinished = true
        try file.finish()
        guard frames > 0 else { return }
        let finished = path + ".part"
        try Self.copyPackets(from: path, to: finished)
        guard unsafe rename(finished, path) == 0 else {
            throw AudioDeviceError(
                .unwritable, "\(path) cannot be replaced: \(unsafe String(cString: strerror(errno)))")
        }
    }

    private static func copyPackets(from growing: String, to finished: String) throws {
        let source = try DemuxedFile(path: growing)
        let target = try MuxedFile(
            path: finished, format: "ipod", track: track, options: [("movflags", "faststart")])
        while try source.next() {
            let bytes = unsafe UnsafeBufferPointer(
                start: source.packet.pointee.data, count: Int(source.packet.pointee.size))
            try target.append(unsafe bytes.span, lasting: AACSettings.samplesPerFrame)
        }
        try target.finish()
    }

    private static let framesPerFragment = 4
    private static let track = MuxedFile.Track(
        codec: AV_CODEC_ID_AAC, rate: PCM.sampleRate, priming: AACSettings.samplesPerFrame,
        frame: AACSettings.samplesPerFrame, configuration: AACSettings.audioSpecificConfig,
        bitRate: AACVoiceEncoder.bitRate)
}
#endif

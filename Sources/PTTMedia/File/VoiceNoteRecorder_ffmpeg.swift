#if !canImport(AVFAudio)
import PTTVoice

/// Records PCM as the `.m4a` voice note that a talker keeps and sends: AAC-LC, 16 kHz mono, 16 kbit/s.
///
/// Whenever it is killed, what was recorded up to half a second before plays. One owner at a time.
public final class VoiceNoteRecorder {
    private let encoder: AACVoiceEncoder
    private let file: M4AWriter
    private var block: [Float] = []

    /// Samples recorded so far.
    public private(set) var sampleCount = 0

    /// - Parameter path: created, readable by its owner only, or overwritten.
    public init(path: String) throws {
        encoder = try AACVoiceEncoder()
        file = try M4AWriter(path: path)
        block.reserveCapacity(AACSettings.samplesPerFrame)
    }

    /// Appends any number of samples.
    public func append(_ samples: Span<Float>) throws {
        for index in 0..<samples.count {
            block.append(samples[index])
            if block.count == AACSettings.samplesPerFrame { try encode() }
        }
        sampleCount += samples.count
    }

    /// Completes and closes the file; it then plays everywhere.
    public func finish() throws {
        if !block.isEmpty {
            block.append(contentsOf: repeatElement(0, count: AACSettings.samplesPerFrame - block.count))
            try encode()
        }
        var failure: (any Error)?
        try encoder.finish { accessUnit in
            do { try file.append(accessUnit) } catch { failure = error }
        }
        if let failure { throw failure }
        try file.finish()
    }

    private func encode() throws {
        var failure: (any Error)?
        let frame = block
        try encoder.encode(frame.span) { accessUnit in
            do { try file.append(accessUnit) } catch { failure = error }
        }
        block.removeAll(keepingCapacity: true)
        if let failure { throw failure }
    }
}
#endif

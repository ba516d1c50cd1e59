public import PTTWire

/// Writes the frames of one burst as a file that plays.
public protocol VoiceNoteWriter: AnyObject {
    /// How much sound the file holds.
    var duration: Duration { get }

    /// Appends one frame.
    func append(_ frame: Span<UInt8>) throws

    /// Keeps the time line where frames were lost: each becomes a frame that decodes to silence or concealment.
    func appendMissing(frames: Int) throws

    /// Completes and closes the file.
    func finish() throws
}

/// Makes the file that a listener keeps of a burst: it plays at any prefix, whenever the writer is killed.
public enum VoiceNotes {
    /// The extension of such a file, without the dot.
    public static func fileExtension(for codec: VoiceCodec) -> String {
        switch codec {
        case .aacLC: "aac"
        case .opus: "opus"
        }
    }

    /// - Parameter path: created, readable by its owner only, or overwritten.
    public static func writer(for codec: VoiceCodec, path: String) throws -> any VoiceNoteWriter {
        switch codec {
        case .aacLC: try ADTSWriter(path: path)
        case .opus: try opusWriter(path: path)
        }
    }
}

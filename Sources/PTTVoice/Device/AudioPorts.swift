/// A microphone, or something that stands for one: 16 kHz mono.
public protocol AudioInput: AnyObject, Sendable {
    /// Starts capture.
    ///
    /// - Parameters:
    ///   - samples: called in order with blocks of any size, on one thread of the input's own that is not the audio
    ///     thread.
    ///   - event: called on the same thread; after `.ended` or `.failed` nothing more is called.
    /// - Throws: ``AudioDeviceError`` when the device cannot be opened.
    func start(
        samples: @escaping @Sendable (Span<Float>) -> Void, event: @escaping @Sendable (AudioDeviceEvent) -> Void)
        throws

    /// Stops capture; when it returns, no further call is made.
    func stop()
}

/// A loudspeaker, or something that stands for one: 16 kHz mono.
public protocol AudioOutput: AnyObject, Sendable {
    /// Starts playback.
    ///
    /// - Parameters:
    ///   - render: fills the whole block; called on one thread of the output's own that is not the audio thread, at
    ///     the pace of the sound card.
    ///   - event: called on the same thread.
    /// - Throws: ``AudioDeviceError`` when the device cannot be opened.
    func start(
        render: @escaping @Sendable (inout MutableSpan<Float>) -> Void,
        event: @escaping @Sendable (AudioDeviceEvent) -> Void) throws

    /// Plays what was rendered, then stops; when it returns, no further call is made.
    func stop()

    /// From the end of `render` to the ear: buffers of ours and of the sound server.
    var latency: Duration { get }
}

/// What happens to a device while it runs.
public enum AudioDeviceEvent: Hashable, Sendable {
    /// A file or stream ran out.
    case ended
    /// The device or the sound server went away; the port is trying to get one back.
    case interrupted(reason: String)
    /// Sound flows again.
    case resumed
    /// Samples were lost between device and engine because the engine was too slow.
    case overrun(samples: Int)
    /// Given up.
    case failed(reason: String)
}

/// Why a device, file or codec could not be used.
public struct AudioDeviceError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: Hashable, Sendable {
        case unavailable
        case unsupportedFormat
        case unreadable
        case unwritable
        case codec
    }

    public var code: Code
    /// What failed and what to do about it.
    public var message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }
}

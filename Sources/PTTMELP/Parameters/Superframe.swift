/// Three frames that are coded together: 540 samples at 8 kHz, 67.5 ms.
public struct Superframe: Sendable {
    public var frames: InlineArray<3, FrameParameters>

    public init(frames: InlineArray<3, FrameParameters>) {
        self.frames = frames
    }

    /// Three frames of silence.
    public init() {
        frames = InlineArray(repeating: FrameParameters())
    }
}

extension Superframe: Equatable {
    public static func == (left: Superframe, right: Superframe) -> Bool {
        left.frames.indices.allSatisfy { left.frames[$0] == right.frames[$0] }
    }
}

public import PTTWire

/// What a coder does to time.
public struct VoiceFormat: Hashable, Sendable {
    /// The codec byte that names it in a burst header; nil where no burst carries it.
    public var codec: VoiceCodec?
    /// Samples a second, which all other numbers count: 16 000 for every codec of a burst.
    public var sampleRate: Int
    /// PCM samples that one frame carries.
    public var samplesPerFrame: Int
    /// Largest encoded frame in bytes; the encoder is held to it, never cut afterwards.
    public var maximumFrameBytes: Int
    /// Samples between a sound entering the encoder and the same sound leaving the decoder, frame accumulation excluded.
    public var algorithmicDelay: Int

    public init(
        codec: VoiceCodec?, sampleRate: Int = PCM.sampleRate, samplesPerFrame: Int, maximumFrameBytes: Int,
        algorithmicDelay: Int
    ) {
        self.codec = codec
        self.sampleRate = sampleRate
        self.samplesPerFrame = samplesPerFrame
        self.maximumFrameBytes = maximumFrameBytes
        self.algorithmicDelay = algorithmicDelay
    }
}

/// Turns PCM into frames.
public protocol VoiceEncoder: AnyObject {
    var format: VoiceFormat { get }

    /// Encodes exactly `format.samplesPerFrame` samples.
    ///
    /// - Parameter frame: called with each finished frame, 0 or 1 times a call (AAC-LC runs one frame late); the span is
    ///   valid during the call only and holds 1…`maximumFrameBytes` bytes.
    func encode(_ samples: Span<Float>, frame: (Span<UInt8>) -> Void) throws

    /// Emits what a codec with look-ahead still holds.
    func finish(frame: (Span<UInt8>) -> Void) throws

    /// Tells the encoder how much packet loss to be ready for, in percent; codecs without such a knob ignore it.
    func expectLoss(percent: Int)
}

/// Turns frames into PCM; after `init` its own code allocates nothing.
public protocol VoiceDecoder: AnyObject {
    var format: VoiceFormat { get }

    /// Decodes one frame into exactly `format.samplesPerFrame` samples.
    ///
    /// A frame that the codec refuses throws; the caller then conceals it like a lost one.
    func decode(_ frame: Span<UInt8>, into samples: inout MutableSpan<Float>) throws

    /// Conceals one missing frame, with the codec's own concealment.
    ///
    /// - Parameter next: the frame after the missing one when it is already here: a codec with in-band forward error
    ///   correction recovers from it.
    /// - Returns: false when the codec has no concealment of its own; `samples` is then untouched, and the player's own
    ///   concealment fills in.
    func conceal(next: Span<UInt8>?, into samples: inout MutableSpan<Float>) -> Bool

    /// Forgets the stream, as at the start of a burst.
    func reset()
}

/// One encoded frame of a DATA packet.
public struct BurstFrame: Hashable, Sendable {
    /// The codec's bytes, bare; never empty in a packet.
    public var bytes: ArraySlice<UInt8>
    /// A copy of a frame that an earlier packet carried.
    public var isRepeat: Bool
    /// The codec that the frame names itself; nil where it leaves that to START, or to AAC-LC without one.
    ///
    /// Only Opus can be named: AAC-LC counts as nil when a packet is written.
    public var codec: VoiceCodec?

    @inlinable
    public init(bytes: ArraySlice<UInt8>, isRepeat: Bool = false, codec: VoiceCodec? = nil) {
        self.bytes = bytes
        self.isRepeat = isRepeat
        self.codec = codec
    }
}

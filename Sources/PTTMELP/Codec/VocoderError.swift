/// Why the vocoder refuses its input.
public enum VocoderError: Error, Equatable, Sendable {
    /// A packet has another number of bytes than 11.
    case wrongPacketLength(Int)
    /// There is room for this many samples, and a packet holds 540.
    case tooLittleRoom(Int)
}

public import PTTVoice

/// What ``MELP1200Encoder`` makes, back to 540 samples at 8 kHz a packet.
///
/// Any 11 bytes decode to sound within full scale. The same packets give the same samples on every machine. Nothing is
/// allocated after `init`. One owner at a time.
public final class MELP1200Decoder: VoiceDecoder {
    public let format = VoiceFormat.melp1200(delay: MELP.lookahead)

    private var dequantiser: SuperframeDequantiser
    private var synthesiser = Synthesiser()

    /// - Parameter tables: those that the encoder used.
    public init(tables: CodeTables = .standard) {
        dequantiser = SuperframeDequantiser(tables: tables)
    }

    /// Decodes one packet.
    ///
    /// - Parameters:
    ///   - frame: 11 bytes; the seven bits above the 81 that count are ignored.
    ///   - samples: room for 540 samples, −1…1.
    public func decode(_ frame: Span<UInt8>, into samples: inout MutableSpan<Float>) throws(VocoderError) {
        guard let packet = Packet(frame) else { throw .wrongPacketLength(frame.count) }
        guard samples.count >= MELP.superframeLength else { throw .tooLittleRoom(samples.count) }
        synthesiser.synthesise(dequantiser.decode(packet), into: &samples)
    }

    /// Makes up the samples of a packet that is lost: the last sound, held and faded.
    ///
    /// - Returns: false where there is no room for 540 samples.
    public func conceal(next: Span<UInt8>?, into samples: inout MutableSpan<Float>) -> Bool {
        guard samples.count >= MELP.superframeLength else { return false }
        synthesiser.synthesise(dequantiser.conceal(), into: &samples)
        return true
    }

    public func reset() {
        dequantiser.reset()
        synthesiser.reset()
    }
}

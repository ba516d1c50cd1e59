import PTTWire

/// What a talker knows of the way to its peer, and how it sends a burst over it.
struct TalkPath {
    /// Packets cost on the link: Bluetooth, which also loses them.
    var isCostly: Bool
    var loss = PathLoss()

    /// From a packet to its copy: a packet of 256 bytes is out of a slow link's way by then.
    private static let copyDelay = Duration.milliseconds(20)

    /// How a burst is packed, and what protects it from loss.
    ///
    /// Opus goes only to peers who know repeats, which cost nothing. AAC-LC fills its packets, and every peer drops a packet
    /// that it has: so it is sent twice where packets are lost, and once on a clean LAN.
    func configuration(for codec: VoiceCodec, framesPerPacket: Int?) -> OutgoingBurst.Configuration {
        switch codec {
        case .aacLC:
            var configuration = OutgoingBurst.Configuration()
            if isCostly || loss.share >= PathLoss.worthCopies { configuration.copyDelay = Self.copyDelay }
            return configuration
        case .opus:
            // Two frames and their repeats fill a 256-byte block, 25 times a second.
            let frames = framesPerPacket ?? (isCostly ? 2 : 1)
            return OutgoingBurst.Configuration(packetizer: .init(batchSize: frames, repeatDepth: 7))
        }
    }
}

import PTTTestSupport
import PTTVoice
import PTTWire

/// One way for a voice to reach an ear: coder, packets, path and receiver.
struct Journey: Sendable {
    enum Receiver: String, Sendable {
        /// Every frame decoded in order, with no network between.
        case codec
        /// Our player.
        case adaptive
        /// Our player with the fixed numbers of the first design: 350 ms or 500 ms, silence for what is missing.
        case fixed
        /// The jitter buffer of speexdsp.
        case speex
    }

    var codec: VoiceCodec
    var path: Path
    var receiver = Receiver.adaptive
    /// Both ends know the path from earlier bursts; else this is the first burst between them.
    var isKnown = false

    var name: String {
        "\(codec.shortName)_\(path.name)" + (isKnown ? "_known" : "")
    }

    /// How a talker sends it: what `PTTKit` chooses.
    var outgoing: OutgoingBurst.Configuration {
        let packetizer: BurstPacketizer.Configuration
        switch codec {
        case .opus: packetizer = .init(batchSize: path.isCostly ? 2 : 1, repeatDepth: 7)
        case .aacLC: packetizer = .init()
        }
        var configuration = OutgoingBurst.Configuration(packetizer: packetizer)
        let isLossy = isKnown && path.impairments.loss > 0
        if codec == .aacLC, path.isCostly || isLossy { configuration.copyDelay = .milliseconds(20) }
        return configuration
    }

    /// Loss that the encoder is told, in percent.
    var expectedLoss: Int {
        isKnown ? Int((path.impairments.loss * 100).rounded()) : 0
    }
}

/// What lies between two devices.
struct Path: Sendable {
    var name: String
    var impairments = PathImpairments()
    /// Packets cost: the talker packs more into each.
    var isCostly = false

    /// Nothing: for the codec alone.
    static let none = Path(name: "codec")
    static let lan = Path(name: "lan", impairments: PathImpairments(delay: milliseconds(0, 2)))
    static let ble = Path(
        name: "ble", impairments: PathImpairments(delay: milliseconds(30, 60), bytesPerSecond: 15_000), isCostly: true)
    static let bleLossy = Path(
        name: "ble_loss10",
        impairments: PathImpairments(delay: milliseconds(30, 60), loss: 0.1, bytesPerSecond: 15_000), isCostly: true)
    static let jittery = Path(
        name: "jitter60_loss10", impairments: PathImpairments(delay: milliseconds(0, 60), loss: 0.1), isCostly: true)

    private static func milliseconds(_ least: Int, _ most: Int) -> ClosedRange<Duration> {
        .milliseconds(least) ... .milliseconds(most)
    }
}

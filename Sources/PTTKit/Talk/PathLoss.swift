/// The share of packets that get lost on the way to one peer, learned from what it reports of our bursts.
///
/// Older bursts count less and less: what was learned fades with the packets that follow.
struct PathLoss {
    /// Packets after which the past counts half: 33 s of AAC-LC, or 10 s of Opus in single frames.
    private static let memory = 512.0
    /// From here on it is worth sending everything twice.
    static let worthCopies = 0.02

    private struct Count {
        var packets = 0.0
        var missing = 0.0

        var share: Double { packets > 0 ? missing / packets : 0 }

        mutating func add(_ count: Count) {
            packets += count.packets
            missing += count.missing
        }

        mutating func fade(to share: Double) {
            packets *= share
            missing *= share
        }
    }

    private var once = Count()
    private var twice = Count()

    /// 0…1; 0 while nothing is known.
    ///
    /// Of packets that are sent twice one is missing only where both got lost: there the loss of the path is the root of
    /// what is missing.
    var share: Double {
        let packets = once.packets + twice.packets
        guard packets > 0 else { return 0 }
        return (once.missing + twice.packets * twice.share.squareRoot()) / packets
    }

    /// In whole percent, as an encoder is told.
    var percent: Int { Int((share * 100).rounded()) }

    /// Takes a report of a finished burst.
    mutating func learn(received: Int, of expected: Int, wasCopied: Bool) {
        guard expected > 0 else { return }
        let known = once.packets + twice.packets
        if known > Self.memory {
            once.fade(to: Self.memory / known)
            twice.fade(to: Self.memory / known)
        }
        let count = Count(packets: Double(expected), missing: Double(max(0, expected - received)))
        if wasCopied { twice.add(count) } else { once.add(count) }
    }
}

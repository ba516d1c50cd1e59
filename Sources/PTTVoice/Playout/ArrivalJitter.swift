/// The jitter of the network alone, apart from the output's blocks: the mean difference of transit times (RFC 3550,
/// 6.4.1), in samples.
struct ArrivalJitter {
    private var last: Int?
    private var sixteenfold = 0

    var jitter: Int { sixteenfold / 16 }

    /// - Parameter mediaTime: of the packet's first frame.
    mutating func record(arrival: SampleTime, mediaTime: Int) {
        let transit = arrival.samples &- mediaTime
        defer { last = transit }
        guard let last else { return }
        let difference = min((transit &- last).magnitude, UInt(PlayerConfiguration.longestDelay))
        sixteenfold += Int(difference) - sixteenfold / 16
    }
}

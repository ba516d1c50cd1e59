/// The DATA packets of a burst that are sent a second time, a moment after the first.
///
/// For links that lose packets and listeners who know no repeats: the copy is byte for byte the same, so whoever has the
/// packet drops it. The copies are held to what shipped receivers bear, who count them like any other packet.
struct PacketCopies: Sendable {
    /// Shipped receivers finish a burst that brings more than 6000 B of content per second.
    static let byteRate = 6_000
    /// Their allowance is that of two seconds more than they have listened; one is left for packets that bunch up.
    static let headroomSeconds = 1
    /// Shipped receivers finish a burst at 384 KiB of content.
    static let largestBurst = 384 * 1024
    /// What is kept back at least for each second that the talker may still go on: AAC-LC at 16 kbit/s brings 2220 B.
    static let leastReservedByteRate = 2_400

    /// What may come at the very end: the packet that is being filled, a START, and the rest of the encoder.
    static let lastPackets = 1_024

    private struct Copy {
        var packet: [UInt8]
        var due: Duration
    }

    private let delay: Duration
    private let longestBurst: Duration
    private var waiting: [Copy] = []
    private var sentBytes = 0
    /// Those that were sent for the first time.
    private var firstBytes = 0

    /// - Parameters:
    ///   - delay: from a packet to its copy.
    ///   - longestBurst: audio that the talker may send.
    init(delay: Duration, longestBurst: Duration) {
        self.delay = delay
        self.longestBurst = longestBurst
    }

    /// Counts a packet that is not copied.
    mutating func count(_ packet: [UInt8]) {
        sentBytes += packet.count
        firstBytes += packet.count
    }

    /// Keeps the copy of a packet that is sent at `now`.
    mutating func keep(_ packet: [UInt8], at now: Duration) {
        count(packet)
        waiting.append(Copy(packet: packet, due: now + delay))
    }

    /// Sends the copies that are due, or leaves them out where they are too much.
    mutating func advance(to now: Duration, into packets: inout [[UInt8]]) {
        let due = waiting.prefix { $0.due <= now }
        for copy in due where admits(copy.packet.count, at: now) {
            sentBytes += copy.packet.count
            packets.append(copy.packet)
        }
        waiting.removeFirst(due.count)
    }

    private func admits(_ size: Int, at now: Duration) -> Bool {
        let elapsed = Int(now.components.seconds)
        return sentBytes + size <= Self.byteRate * (elapsed + Self.headroomSeconds)
            && sentBytes + size + reserve(at: now) <= Self.largestBurst
    }

    /// Bytes for what the talker may still say, at the rate of this burst so far and a fiftieth more.
    private func reserve(at now: Duration) -> Int {
        let elapsed = Int(now / .milliseconds(1))
        let rest = max(0, Int(longestBurst / .milliseconds(1)) - elapsed)
        let rate = elapsed < 1_000 ? 0 : firstBytes * 1_020 / elapsed
        return max(rate, Self.leastReservedByteRate) * rest / 1_000 + Self.lastPackets
    }
}

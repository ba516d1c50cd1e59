public import PTTWire

/// The rules by which packets are let in, as functions of the facts.
public enum PacketPolicy {
    /// Clock difference up to which a packet is let in, either way.
    public static let largestClockSkewMilliseconds: Int64 = 120_000
    /// Age up to which public live voice is let in.
    public static let largestPublicVoiceAgeMilliseconds: Int64 = 30_000
    /// Age up to which an announce counts.
    public static let largestAnnounceAgeMilliseconds: Int64 = 900_000
    /// Header and IDs of a directed fragment, which a chunk shares the link's limit with.
    static let fragmentOverhead = 42
    static let leastFragmentChunk = 64

    /// True when the clock lets a packet in: within two minutes, or an answer to a sync request of ours.
    public static func admits(
        _ timestamp: Timestamp, at now: Timestamp, isSyncAnswer: Bool, wasSyncRequested: Bool
    ) -> Bool {
        if isSyncAnswer { return wasSyncRequested }
        return timestamp.milliseconds(since: now).magnitude <= largestClockSkewMilliseconds.magnitude
    }

    public static func isStalePublicVoice(_ timestamp: Timestamp, at now: Timestamp) -> Bool {
        now.milliseconds(since: timestamp) > largestPublicVoiceAgeMilliseconds
    }

    /// Bytes of a frame that one fragment carries over a link that takes `linkLimit` bytes.
    public static func fragmentChunk(linkLimit: Int) -> Int {
        max(leastFragmentChunk, linkLimit - fragmentOverhead)
    }
}

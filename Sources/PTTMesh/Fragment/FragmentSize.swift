/// How many bytes of a frame one fragment carries (bitchat wire §7.2).
public enum FragmentSize {
    /// For files, and the most for anything without a route: any link of the mesh carries the frame that comes of it.
    public static let standard = 469
    /// A frame that every link of the mesh is expected to carry whole, as fragments are never cut again.
    public static let commonLinkLimit = 512
    /// Shipped nodes never go below, however narrow the link.
    public static let least = 64
    /// Pieces above which deployed Android nodes do not take a private file.
    public static let mostPiecesReadByAll = 256
    /// Shipped nodes leave this free in routed fragments.
    private static let routedReserve = 16

    /// Bytes around the chunk of a fragment.
    public static func overhead(isDirected: Bool, hops: Int) -> Int {
        let version: PacketVersion = hops > 0 ? .v2 : .v1
        let route = hops > 0 ? 1 + hops * PeerID.byteCount : 0
        return version.headerLength + PeerID.byteCount * (isDirected ? 2 : 1) + route + Fragment.headerLength
    }

    /// The largest chunk whose fragment fits a link that takes `linkLimit` bytes at a time.
    ///
    /// Shipped nodes reckon one byte too few for directed fragments, which therefore do not fit (§16 trap 12).
    public static func fitting(linkLimit: Int, isDirected: Bool, hops: Int = 0) -> Int {
        bounded(max(linkLimit, 0) - overhead(isDirected: isDirected, hops: hops), hops: hops)
    }

    /// `length` within what shipped nodes send: 64 at least, 469 or what a route leaves of 512 at most.
    public static func bounded(_ length: Int, hops: Int) -> Int {
        let most =
            hops > 0 ? commonLinkLimit - overhead(isDirected: true, hops: hops) - routedReserve : standard
        return max(least, min(length, most))
    }
}

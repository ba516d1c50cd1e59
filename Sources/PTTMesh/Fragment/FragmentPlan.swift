/// How one frame travels in pieces: what each says, and how far apart they are sent.
///
/// Pieces are made one at a time, so that a file of a thousand of them is held once.
public struct FragmentPlan: Sendable {
    public let id: FragmentID
    /// Bytes of the frame in each piece but the last.
    public let chunkLength: Int
    /// Number of pieces.
    public let count: Int
    private let packet: Packet
    private let recipient: PeerID?

    /// - Parameters:
    ///   - packet: Read from the very frame that is to be cut, with its signature and padding.
    ///   - peer: To whom the pieces go; without it, to whom the packet goes.
    ///   - chunkLength: See ``FragmentSize``, whose bounds it is held to.
    public init(
        _ packet: Packet, to peer: PeerID? = nil, id: FragmentID, chunkLength: Int = FragmentSize.standard
    ) throws(FragmentError) {
        guard packet.type != .fragment else { throw .isFragment }
        let length = FragmentSize.bounded(chunkLength, hops: packet.route.count)
        let count = (packet.bytes.count + length - 1) / length
        guard count <= Fragment.largestTotal else { throw .tooManyFragments(count) }
        self.packet = packet
        self.id = id
        self.chunkLength = length
        self.count = count
        recipient = peer ?? packet.recipient
    }

    /// Between one piece and the next: 25 ms directed, 30 ms to everyone (bitchat wire §7.3).
    public var interval: Duration { recipient == nil ? .milliseconds(30) : .milliseconds(25) }

    /// Bytes of the frame in pieces.
    public var byteCount: Int { packet.bytes.count }

    /// The frame of one piece: unsigned, with sender, time, TTL, route and sync mark of the whole.
    ///
    /// - Throws: `indexOutOfRange` unless `index` is in 0..<`count`.
    public func frame(at index: Int) throws(FragmentError) -> [UInt8] {
        guard (0..<count).contains(index) else { throw .indexOutOfRange(index, total: count) }
        let start = index * chunkLength
        let fragment = Fragment(
            id: id, index: index, total: count, originalType: packet.typeByte,
            chunk: packet.bytes[start..<min(start + chunkLength, packet.bytes.count)])
        var draft = PacketDraft(
            .fragment, from: packet.sender, to: recipient, at: packet.timestamp, payload: try fragment.encoded()[...])
        draft.timeToLive = packet.timeToLive
        draft.isSyncAnswer = packet.flags.contains(.isSyncAnswer)
        draft.route = packet.route
        if !draft.route.isEmpty { draft.version = .v2 }
        do throws(PacketError) {
            return try draft.encoded(padded: false)
        } catch {
            throw .packet(error)
        }
    }
}

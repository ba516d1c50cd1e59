/// What the forwarding rule asks of a packet, by kind and address.
public enum ForwardClass: Hashable, Sendable {
    /// One hop only.
    case never
    case handshake
    case directed
    /// Flooded with little delay: it is part of something larger, or live.
    case quickFlood
    /// Flooded as far as TTL goes even where it is crowded a little.
    case importantFlood
    case flood

    /// - Parameter recipient: As in the header; the one that means everyone counts as an address here, as in shipped nodes.
    public init(typeByte: UInt8, recipient: PeerID?) {
        guard let type = PacketType(rawValue: typeByte) else {
            self = .flood
            return
        }
        switch type {
        case .syncRequest: self = .never
        case .noiseHandshake: self = .handshake
        case .noiseEncrypted, .courierEnvelope, .ping, .pong, .nostrCarrier:
            self = recipient == nil ? .flood : .directed
        case .fragment: self = recipient == nil ? .quickFlood : .directed
        case .publicVoice: self = .quickFlood
        case .announce: self = .importantFlood
        case .publicMessage, .leave, .fileTransfer, .boardPost, .prekeyBundle, .groupMessage, .announceV2:
            self = .flood
        }
    }
}

/// How a packet of others goes on: with which TTL, and after how long, so that neighbours do not all speak at once.
public struct ForwardDecision: Hashable, Sendable {
    public var timeToLive: UInt8
    /// The delay is drawn evenly from this range.
    public var delayMilliseconds: ClosedRange<Int>

    /// Nil when the packet ends here.
    ///
    /// - Parameters:
    ///   - timeToLive: As received.
    ///   - degree: Neighbours connected now.
    public init?(_ forwardClass: ForwardClass, timeToLive: UInt8, degree: Int) {
        let received = min(timeToLive, PacketLayout.originTimeToLive)
        guard received > 1 else { return nil }
        let isCrowded = degree >= Self.crowdedDegree
        switch forwardClass {
        case .never: return nil
        case .handshake: self.init(received - 1, 10...35)
        case .directed: self.init(received - 1, 20...60)
        case .quickFlood: self.init(min(received, isCrowded ? 5 : 7) - 1, 8...25)
        case .importantFlood, .flood:
            let sparseLimit: UInt8 = forwardClass == .importantFlood ? 7 : 6
            switch degree {
            case ...2: self.init(received - 1, 10...40)
            case 3..<Self.crowdedDegree: self.init(max(2, min(received, sparseLimit)) - 1, 60...150)
            case Self.crowdedDegree..<10: self.init(max(2, min(received, 5)) - 1, 80...180)
            default: self.init(max(2, min(received, 5)) - 1, 100...220)
            }
        }
    }

    /// From this many neighbours on, floods are held back.
    static let crowdedDegree = 6

    private init(_ timeToLive: UInt8, _ delayMilliseconds: ClosedRange<Int>) {
        self.timeToLive = timeToLive
        self.delayMilliseconds = delayMilliseconds
    }
}

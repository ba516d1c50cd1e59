/// Where a packet goes that says which nodes it is to pass (bitchat wire §8.5).
///
/// A route lists the nodes between sender and recipient, in order. It is a wish: where the next of them is no neighbour, the
/// packet is flooded like one without a route, and its route goes on with it.
public enum RouteDecision: Hashable, Sendable {
    /// No route, or none that can be kept to: ``ForwardDecision`` has the word.
    case flood
    /// It ends here.
    case stop
    /// To this neighbour alone, with this TTL, at once.
    case send(to: PeerID, timeToLive: UInt8)

    /// - Parameter isNeighbour: Whether a peer is on one of our links.
    /// - Complexity: O(hops).
    public init(_ packet: Packet, local: PeerID, isNeighbour: (PeerID) -> Bool) {
        let route = packet.route
        guard let first = route.first, let recipient = packet.recipient else {
            self = .flood
            return
        }
        guard recipient != local, packet.type != .syncRequest, packet.timeToLive > 1 else {
            self = .stop
            return
        }
        let next =
            switch route.firstIndex(of: local) {
            case nil: first
            case let place? where place + 1 < route.count: route[place + 1]
            case _?: recipient
            }
        guard next != packet.sender, next != local, isNeighbour(next) else {
            self = .flood
            return
        }
        self = .send(to: next, timeToLive: min(packet.timeToLive, PacketLayout.originTimeToLive) - 1)
    }
}

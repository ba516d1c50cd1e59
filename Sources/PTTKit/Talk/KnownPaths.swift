import PTTMesh
import PTTWire

/// What is known of the ways to our peers, and of the bursts they have yet to report.
struct KnownPaths {
    /// Peers that are remembered.
    private static let peers = 256
    /// Bursts whose report may still come.
    private static let bursts = 16

    private var losses: [PeerID: PathLoss] = [:]
    private var sent: [(burst: BurstID, peer: PeerID, isCopied: Bool)] = []

    func loss(to peer: PeerID) -> PathLoss { losses[peer] ?? PathLoss() }

    mutating func sent(_ burst: BurstID, to peer: PeerID, isCopied: Bool) {
        if sent.count == Self.bursts { sent.removeFirst() }
        sent.append((burst, peer, isCopied))
    }

    /// Takes a report where it is of a burst that this peer was sent, once.
    mutating func reported(_ burst: BurstID, by peer: PeerID, received: Int, of expected: Int) {
        guard let index = sent.firstIndex(where: { $0.burst == burst && $0.peer == peer }) else { return }
        let isCopied = sent.remove(at: index).isCopied
        if losses[peer] == nil, losses.count == Self.peers { losses.removeAll() }
        losses[peer, default: PathLoss()].learn(received: received, of: expected, wasCopied: isCopied)
    }
}

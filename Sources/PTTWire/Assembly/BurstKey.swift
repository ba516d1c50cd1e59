/// Where a burst was heard: the same burst ID in both places names two bursts.
public enum BurstScope: Hashable, Sendable {
    /// Inside a session with the sender.
    case direct
    /// Signed, for everyone.
    case everyone
}

/// Names a burst at a listener. The sender is part of it, so that nobody can speak into the burst of somebody else.
public struct BurstKey<Sender: Hashable & Sendable>: Hashable, Sendable {
    public var sender: Sender
    public var scope: BurstScope
    public var burst: BurstID

    public init(sender: Sender, scope: BurstScope, burst: BurstID) {
        self.sender = sender
        self.scope = scope
        self.burst = burst
    }
}

/// Why a Noise message, or a wish, was refused. Nothing but counters changes when one is thrown.
public enum NoiseError: Error, Hashable, Sendable {
    /// Shorter or longer than such a message can be.
    case messageLength
    /// A public key that no honest peer has: zero, of low order, or another on the list of refused ones.
    case weakKey
    /// The tag does not fit: forged, damaged, or meant for another session.
    case authenticationFailed
    /// A counter seen before, or too far behind to tell.
    case replayed
    /// A handshake message that is not the next one.
    case outOfTurn
    /// The key belongs to another peer than the one named.
    case wrongIdentity
    /// No counter, or no time, is left in the session; open another.
    case exhausted
    case noSession
    /// Kept until the handshake that it overtook is complete.
    case held
    /// Beyond what one peer, or all of them, may ask for.
    case rateLimited
    /// The table is full of peers that are busy.
    case tableFull
}

/// Why a cryptographic operation refused.
public enum CryptoError: Error, Hashable, Sendable {
    /// A key, nonce, signature or message whose length the algorithm does not have.
    case wrongLength
    /// The tag or the signature does not belong to the data.
    case authenticationFailed
    /// Bytes or text that are no key of the algorithm.
    case invalidKey
    /// Bytes that are no signature of the algorithm.
    case invalidSignature
    /// Agreement with the peer's key gives zero, whatever ours is (RFC 7748 §6.1).
    case lowOrderPoint
}

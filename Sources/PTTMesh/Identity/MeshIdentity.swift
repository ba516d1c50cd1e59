public import PTTCrypto

/// The two keys that make a node itself: one to agree on session keys, one to sign with.
public struct MeshIdentity: Sendable {
    /// Its public half gives the node its ID.
    public let noiseKey: X25519.PrivateKey
    public let signingKey: Ed25519.PrivateKey
    public let peerID: PeerID
    /// SHA-256 of the public Noise key, 64 lower-case hex digits: what people compare.
    public let fingerprint: String

    public init(noiseKey: X25519.PrivateKey, signingKey: Ed25519.PrivateKey) {
        self.noiseKey = noiseKey
        self.signingKey = signingKey
        peerID = PeerID(noiseKey: noiseKey.publicKey.bytes[...])
        fingerprint = PeerID.fingerprint(ofNoiseKey: noiseKey.publicKey.bytes[...])
    }

    /// New keys from the system's random source.
    public init() {
        self.init(noiseKey: X25519.PrivateKey(), signingKey: Ed25519.PrivateKey())
    }
}

extension PeerID {
    /// The ID that belongs to a public Noise key, whatever its length.
    public init(noiseKey: ArraySlice<UInt8>) {
        self.init(rawValue: SHA256.digest(of: noiseKey).first8)
    }

    /// SHA-256 of a public Noise key, 64 lower-case hex digits, which begin with the ID.
    public static func fingerprint(ofNoiseKey key: ArraySlice<UInt8>) -> String {
        SHA256.digest(of: key).description
    }
}

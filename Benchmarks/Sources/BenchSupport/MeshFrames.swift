import PTTMesh
public import PTTWire

/// Mesh packets as they travel.
public enum MeshFrames {
    /// What carries live voice to one peer: 256 bytes with its padding, its ciphertext incompressible.
    public static func voice(at timestamp: Timestamp = start) throws -> [UInt8] {
        let ciphertext = (0..<200).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 167 &+ $0 &* 13) }
        let draft = PacketDraft(
            .noiseEncrypted, from: PeerID(rawValue: 1), to: PeerID(rawValue: 2), at: timestamp, payload: ciphertext[...]
        )
        return try draft.encoded(padded: true)
    }

    public static let start = Timestamp(milliseconds: 1_760_000_000_000)
}

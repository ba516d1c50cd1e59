import PTTCrypto
public import PTTWire

/// Why an announce was not believed.
public enum AnnounceRefusal: Error, Hashable, Sendable, CaseIterable {
    case malformed
    /// The ID in the packet's header is not the one that belongs to the key announced.
    case senderIsNotItsKey
    case isOurs
    case stale
    /// Another Noise key is pinned under this ID.
    case noiseKeyChanged
    /// Another signing key is pinned under this ID.
    case signingKeyChanged
    case unsigned
    case wrongSignature
}

extension AnnounceRefusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .malformed: "the announce cannot be read"
        case .senderIsNotItsKey: "the sender's ID does not belong to the key it announces"
        case .isOurs: "somebody sends our own announce"
        case .stale: "the announce is too old"
        case .noiseKeyChanged: "another Noise key is pinned for this ID"
        case .signingKeyChanged: "another signing key is pinned for this ID"
        case .unsigned: "the announce is not signed"
        case .wrongSignature: "the signature does not fit"
        }
    }
}

/// The keys by which a peer was first met, or proved itself in a session: nobody else may take its ID.
public struct PinnedPeer: Hashable, Sendable {
    public var id: PeerID
    /// X25519 public key, 32 bytes.
    public var noiseKey: [UInt8]
    /// Ed25519 public key, 32 bytes.
    public var signingKey: [UInt8]
    /// True once the peer said inside a session that the signing key is its own.
    public var isProven: Bool

    public init(id: PeerID, noiseKey: [UInt8], signingKey: [UInt8], isProven: Bool) {
        self.id = id
        self.noiseKey = noiseKey
        self.signingKey = signingKey
        self.isProven = isProven
    }
}

/// The steps by which an announce comes to be believed, in the order of Documentation/Mesh.md, section 3.
public enum AnnounceVerification {
    /// What can be told without keys: it reads, its ID belongs to its key, it is not ours and not stale.
    @discardableResult
    public static func preflight(
        _ packet: Packet, local: PeerID, now: Timestamp
    ) throws(AnnounceRefusal) -> Announce {
        let announce = try decoded(packet)
        guard PeerID(noiseKey: announce.noiseKey) == packet.sender else { throw .senderIsNotItsKey }
        guard packet.sender != local else { throw .isOurs }
        guard now.milliseconds(since: packet.timestamp) <= PacketPolicy.largestAnnounceAgeMilliseconds else {
            throw .stale
        }
        return announce
    }

    /// What needs keys: those pinned before are kept, and the signature fits the key that the announce itself holds.
    public static func verify(
        _ packet: Packet, saying announce: Announce, against pinned: PinnedPeer?
    ) throws(AnnounceRefusal) {
        if let pinned {
            guard pinned.noiseKey[...] == announce.noiseKey else { throw .noiseKeyChanged }
            guard pinned.signingKey[...] == announce.signingKey else { throw .signingKeyChanged }
        }
        guard packet.signature != nil else { throw .unsigned }
        guard isSigned(packet, by: announce.signingKey) else { throw .wrongSignature }
    }

    /// Whether the packet's signature is there and fits `signingKey`, which may be no key at all.
    public static func isSigned(_ packet: Packet, by signingKey: ArraySlice<UInt8>) -> Bool {
        guard let signature = packet.signature else { return false }
        do throws(CryptoError) {
            return try Ed25519.PublicKey(signingKey.span).isValid(signature.span, for: packet.signingBytes().span)
        } catch {
            return false
        }
    }

    private static func decoded(_ packet: Packet) throws(AnnounceRefusal) -> Announce {
        do {
            return try Announce(decoding: packet.payload())
        } catch {
            throw .malformed
        }
    }
}

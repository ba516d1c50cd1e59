import PTTMesh

/// Announces and the state that a peer tells inside a session.
enum AnnounceFuzz {
    static func run(_ input: [UInt8]) {
        if let announce = try? Announce(decoding: input[...]), let bytes = try? announce.encoded() {
            let copy = try? Announce(decoding: bytes[...])
            precondition(copy?.nickname == announce.nickname, "an announce changes when it is encoded again")
            precondition(copy?.capabilities == announce.capabilities && copy?.voice == announce.voice)
        }
        if let state = try? PeerState(decoding: input[...]) {
            let copy = try? PeerState(decoding: state.encoded()[...])
            precondition(copy == state, "a peer state changes when it is encoded again")
        }
        guard let packet = try? Packet(decoding: input) else { return }
        let local = PeerID(rawValue: 1)
        guard let announce = try? AnnounceVerification.preflight(packet, local: local, now: packet.timestamp) else {
            return
        }
        try? AnnounceVerification.verify(packet, saying: announce, against: nil)
    }
}

import PTTWire

extension Dissector {
    /// Notes the payload of `packet`, which is all of this dissector's bytes.
    mutating func payload(of packet: Packet) {
        switch packet.type {
        case .announce: announce(from: packet.sender)
        case .publicMessage: field("text", remaining) { $0.quoted }
        case .noiseHandshake: handshake()
        case .noiseEncrypted: ciphertext()
        case .fragment: fragment()
        case .ping, .pong: ping()
        case .publicVoice: burst()
        case .leave: if remaining > 0 { field("rest", remaining) { _ in "ignored" } }
        case .courierEnvelope, .syncRequest, .fileTransfer, .boardPost, .prekeyBundle, .groupMessage, .nostrCarrier,
            .announceV2, nil:
            field("content", remaining) { "\($0.count) bytes" }
        }
    }

    private mutating func announce(from sender: PeerID) {
        let start = position
        while remaining >= 2, problem == nil {
            let tag = bytes[position]
            let length = Int(bytes[position + 1])
            guard remaining >= 2 + length else {
                fail("the value of tag 0x\([tag].hex) runs \(2 + length - remaining) bytes past the end")
                return
            }
            group(
                AnnounceText.name(of: tag), 2 + length,
                AnnounceText.meaning(of: tag, bytes[position + 2..<position + 2 + length])
            ) {
                $0.field("tag", 1) { "0x\($0.hex)" }
                $0.field("length", 1) { "\($0.number)" }
                $0.field("value", length) { AnnounceText.meaning(of: tag, $0) }
            }
        }
        if remaining > 0 { field("rest", remaining) { _ in "ignored" } }
        do throws(PayloadError) {
            let announce = try Announce(decoding: bytes[start...])
            let id = PeerID(noiseKey: announce.noiseKey)
            derived("fingerprint", PeerID.fingerprint(ofNoiseKey: announce.noiseKey))
            derived("ID of the key", id == sender ? "\(id): the sender's" : "\(id): not the sender's")
        } catch {
            fail("\(error)", at: start)
        }
    }

    private mutating func handshake() {
        let lengths = [
            32: "1: initiator's ephemeral key", 96: "2: both keys of the responder", 64: "3: initiator's key",
        ]
        let length = remaining
        field("Noise message", length) { _ in
            lengths[length].map { "message \($0)" } ?? "no XX message without payload has \(length) bytes"
        }
    }

    private mutating func ciphertext() {
        let overhead = 20
        guard remaining >= overhead else { return fail("shorter than the \(overhead) bytes of counter and tag") }
        let inner = remaining - overhead
        field("counter", 4) { "\($0.number)" }
        field("ciphertext", inner) { _ in
            inner == 0 ? "nothing inside" : "\(inner) bytes inside: kind, and a body of \(inner - 1)"
        }
        field("tag", 16) { _ in "Poly1305" }
    }

    private mutating func fragment() {
        field("fragment ID", 8) { $0.hex }
        field("index", 2) { "\($0.number)" }
        field("total", 2) { "\($0.number)" }
        field("original type", 1) { value in PacketType(rawValue: UInt8(value.number)).map { "\($0)" } ?? "unknown" }
        field("chunk", remaining) { "\($0.count) bytes" }
    }

    private mutating func ping() {
        field("nonce", 8) { $0.hex }
        field("origin TTL", 1) { "\($0.number)" }
        if remaining > 0 { field("rest", remaining) { _ in "ignored" } }
    }
}

/// Words for the fields of an announce.
private enum AnnounceText {
    static func name(of tag: UInt8) -> String {
        switch tag {
        case Announce.Tag.nickname: "nickname"
        case Announce.Tag.noiseKey: "Noise key"
        case Announce.Tag.signingKey: "signing key"
        case Announce.Tag.neighbors: "neighbours"
        case Announce.Tag.capabilities: "capabilities"
        case Announce.Tag.bridgeGeohash: "bridge geohash"
        case Announce.Tag.voice: "voice abilities"
        default: "tag 0x\([tag].hex)"
        }
    }

    static func meaning(of tag: UInt8, _ value: ArraySlice<UInt8>) -> String {
        switch tag {
        case Announce.Tag.nickname, Announce.Tag.bridgeGeohash: value.quoted
        case Announce.Tag.noiseKey: "X25519\(lengthWarning(value))"
        case Announce.Tag.signingKey: "Ed25519\(lengthWarning(value))"
        case Announce.Tag.neighbors:
            PeerID.list(wire: value).map { $0.map(\.description).joined(separator: " ") }
                ?? "ignored: not a whole number of IDs"
        case Announce.Tag.capabilities: capabilities(Capabilities(wire: value))
        case Announce.Tag.voice: VoiceAbilities(wire: value).map(voice) ?? "ignored: another version"
        default: "unknown, skipped"
        }
    }

    private static func lengthWarning(_ key: ArraySlice<UInt8>) -> String {
        key.count == 32 ? "" : ", of \(key.count) bytes instead of 32"
    }

    private static func capabilities(_ capabilities: Capabilities) -> String {
        let names = [
            "prekeys", "Wi-Fi bulk", "gateway", "groups", "board", "vouch", "mesh diagnostics", "bridge",
            "private media", "private media receipts",
        ]
        let bits = (0..<64).filter { capabilities.rawValue >> UInt64($0) & 1 == 1 }
        let words = bits.map { $0 < names.count ? names[$0] : "bit \($0)" }
        return words.isEmpty ? "none" : words.joined(separator: ", ")
    }

    private static func voice(_ abilities: VoiceAbilities) -> String {
        let codecs = abilities.codecs.map { "\($0)" }.sorted().joined(separator: ", ")
        return (codecs.isEmpty ? "no codec beside AAC-LC" : codecs)
            + (abilities.reportsBursts ? "; reports what it heard" : "")
    }
}

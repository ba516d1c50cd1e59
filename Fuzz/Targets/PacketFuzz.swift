import PTTMesh

/// Mesh packets and everything that is read out of one without a key.
enum PacketFuzz {
    static func run(_ input: [UInt8]) {
        let dissection = Dissection(packet: input)
        check(dissection.fields)
        check(Dissection(burst: input).fields)
        guard let packet = try? Packet(decoding: input) else {
            precondition(dissection.problem != nil, "the dissector takes what the node refuses")
            return
        }
        precondition(packet.end <= input.count)
        _ = packet.signingBytes()
        _ = packet.route
        guard let payload = try? packet.payload() else { return }
        readPayload(payload)
        guard let copy = reencoded(packet, payload) else { return }
        precondition(copy.sender == packet.sender && copy.recipient == packet.recipient)
        precondition(copy.timestamp == packet.timestamp && copy.typeByte == packet.typeByte)
        let copiedPayload = try? copy.payload()
        precondition(copiedPayload == payload, "a packet changes when it is encoded again")
    }

    private static func check(_ fields: [DissectedField]) {
        for field in fields {
            precondition(!field.name.isEmpty && field.offset >= 0)
            check(field.fields)
        }
    }

    private static func readPayload(_ payload: ArraySlice<UInt8>) {
        _ = try? PrivatePayload(decoding: payload)
        _ = try? PrivateMessage(decoding: payload)
        _ = try? BurstReport(decoding: payload)
        _ = try? Ping(decoding: payload)
    }

    private static func reencoded(_ packet: Packet, _ payload: ArraySlice<UInt8>) -> Packet? {
        var draft = PacketDraft(
            typeByte: packet.typeByte, from: packet.sender, to: packet.recipient, at: packet.timestamp,
            payload: payload)
        draft.version = packet.version
        draft.timeToLive = packet.timeToLive
        draft.route = packet.route
        draft.signature = packet.signature.map(Array.init)
        guard let frame = try? draft.encoded(padded: true) else { return nil }
        guard let copy = try? Packet(decoding: frame) else { preconditionFailure("we encode what we cannot read") }
        return copy
    }
}

import PTTWire

extension Dissector {
    /// Notes a whole mesh packet.
    mutating func packet() {
        let packet: Packet
        do throws(PacketError) {
            packet = try Packet(decoding: Array(bytes))
        } catch {
            header()
            // What the walk above did not stumble over.
            fail("\(error)", at: bytes.startIndex + error.offset(in: bytes))
            return
        }
        header()
        body(of: packet)
        if packet.flags.contains(.hasSignature) {
            let verdict = Self.verdict(on: packet)
            field("signature", PacketLayout.signatureLength) { _ in "Ed25519\(verdict)" }
        }
        if remaining > 0 {
            let rest = bytes[position...]
            let isPadding = rest.allSatisfy { Int($0) == rest.count }
            field("padding", remaining) { _ in
                isPadding ? "\(rest.count) bytes, each telling that number" : "ignored: not padding"
            }
        }
        names(of: packet)
    }

    /// Notes everything up to the payload, as far as it is there.
    private mutating func header() {
        guard let version = bytes.first.flatMap(PacketVersion.init(rawValue:)) else { return }
        field("version", 1) { "\($0.number)" }
        field("type", 1) { value in PacketType(rawValue: UInt8(value.number)).map { "\($0)" } ?? "unknown" }
        field("TTL", 1) { value in
            value.number == PacketLayout.originTimeToLive
                ? "7: nobody forwarded it, or nobody says so" : "\(value.number)"
        }
        field("timestamp", 8) { Timestamp(milliseconds: $0.number).utc }
        let flagByte = bytes.dropFirst(PacketLayout.flagsOffset).first ?? 0
        let flags = PacketFlags(rawValue: flagByte)
        field("flags", 1) { _ in flags.meaning(in: version) }
        field("payload length", version.lengthFieldWidth) { "\($0.number) bytes" }
        field("sender", PeerID.byteCount) { _ in "peer ID" }
        if flags.contains(.hasRecipient) {
            field("recipient", PeerID.byteCount) { $0.allSatisfy { $0 == 0xFF } ? "everyone" : "peer ID" }
        }
        if flags.contains(.hasRoute), version == .v2 { route() }
    }

    private mutating func route() {
        guard remaining > 0 else { return fail("the route is missing") }
        let count = Int(bytes[position])
        group("route", min(1 + count * PeerID.byteCount, remaining), "by way of \(count) peers") { route in
            route.field("hop count", 1) { "\($0.number)" }
            for number in 0..<count { route.field("hop \(number + 1)", PeerID.byteCount) { _ in "peer ID" } }
        }
    }

    private mutating func body(of packet: Packet) {
        let body = packet.body
        guard packet.flags.contains(.isCompressed) else {
            group("payload", body.count, "\(body.count) bytes") { $0.payload(of: packet) }
            return
        }
        field("original size", packet.version.lengthFieldWidth) { "\($0.number) bytes once inflated" }
        let start = position
        field("payload", body.count) { _ in "raw DEFLATE; offsets inside it are those of the inflated bytes" }
        do throws(PacketError) {
            var inner = Dissector(try packet.payload())
            inner.payload(of: packet)
            fields[fields.count - 1].fields = inner.fields
            if let problem = inner.problem { fail(problem.reason, at: start) }
        } catch {
            fail("\(error)", at: start)
        }
    }

    private static func verdict(on packet: Packet) -> String {
        guard packet.type == .announce else { return "" }
        do {
            let announce = try Announce(decoding: packet.payload())
            let fits = AnnounceVerification.isSigned(packet, by: announce.signingKey)
            return fits ? ", fits the key announced" : ", does not fit the key announced"
        } catch {
            return ""
        }
    }

    private mutating func names(of packet: Packet) {
        guard problem == nil else { return }
        do throws(PacketError) {
            derived("gossip ID", try MessageIdentity.gossip(of: packet).hex)
            derived("key in shipped nodes' logs", try MessageIdentity.shippedKey(of: packet))
        } catch {
            fail("\(error)")
        }
    }
}

extension PacketError {
    /// Where the field begins that is at fault, counted from the start of the packet.
    func offset(in bytes: ArraySlice<UInt8>) -> Int {
        switch self {
        case .truncated(_, let offset, _): offset
        case .unknownVersion: 0
        case .payloadTooLarge, .compressedPayloadEmpty, .impossibleExpansion, .payloadDoesNotFit:
            min(PacketLayout.lengthOffset, bytes.count)
        case .notDeflate, .wrongInflatedSize, .tooManyHops: bytes.count
        }
    }
}

extension PacketFlags {
    func meaning(in version: PacketVersion) -> String {
        var words: [String] = []
        if contains(.hasRecipient) { words.append("recipient") }
        if contains(.hasSignature) { words.append("signature") }
        if contains(.isCompressed) { words.append("compressed") }
        if contains(.hasRoute) { words.append(version == .v2 ? "route" : "route (ignored in version 1)") }
        if contains(.isSyncAnswer) { words.append("answers a sync request") }
        let known: PacketFlags = [.hasRecipient, .hasSignature, .isCompressed, .hasRoute, .isSyncAnswer]
        let rest = subtracting(known).rawValue
        if rest != 0 { words.append("0x\([rest].hex) (ignored)") }
        return words.isEmpty ? "none" : words.joined(separator: ", ")
    }
}

extension Timestamp {
    /// Date and time in UTC (ISO 8601); the plain number beyond the year 9999.
    var utc: String {
        guard milliseconds < 253_402_300_800_000 else { return "\(milliseconds) ms since 1970" }
        let seconds = Int(milliseconds / 1000)
        // Days to civil date, with years that begin in March, so that the leap day comes last.
        let days = seconds / 86_400 + 719_468
        let era = days / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let time = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map { $0.digits(2) }.joined(separator: ":")
        let date = [year.digits(4), month.digits(2), day.digits(2)].joined(separator: "-")
        return "\(date)T\(time).\(Int(milliseconds % 1000).digits(3))Z"
    }
}

extension Int {
    fileprivate func digits(_ count: Int) -> String {
        let text = String(self)
        return String(repeating: "0", count: Swift.max(0, count - text.count)) + text
    }
}

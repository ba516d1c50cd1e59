extension Packet {
    /// What the packet's signature covers, taken from the received bytes.
    ///
    /// A compressed payload stays as it came: compressing again would give the signed bytes only where both ends have
    /// the same compressor. Flags are those that an encoder would set, as the signer's encoder did.
    public func signingBytes() -> [UInt8] {
        let unsignedEnd = flags.contains(.hasSignature) ? end - PacketLayout.signatureLength : end
        var signed: [UInt8] = []
        signed.reserveCapacity(Padding.paddedLength(unsignedEnd))
        signed += bytes[..<unsignedEnd]
        if saysEmptyRoute { signed.remove(at: emptyRouteOffset) }
        signed[PacketLayout.timeToLiveOffset] = 0
        signed[PacketLayout.flagsOffset] = signedFlags.rawValue
        Padding.fill(&signed)
        return signed
    }

    private var signedFlags: PacketFlags {
        var signed = flags.intersection([.hasRecipient, .isCompressed])
        if !routeHops.isEmpty { signed.insert(.hasRoute) }
        return signed
    }

    /// A route of no hops is read as no route, so the signer never signed its count byte.
    private var saysEmptyRoute: Bool { version == .v2 && flags.contains(.hasRoute) && routeHops.isEmpty }

    private var emptyRouteOffset: Int {
        version.headerLength + PeerID.byteCount * (recipient == nil ? 1 : 2)
    }
}

/// Changes that a forwarder makes to a frame in place: everything else stays as it was signed.
public enum FramePatch {
    /// Writes a new TTL into `frame`, which has been decoded before.
    public static func setTimeToLive(_ timeToLive: UInt8, in frame: inout [UInt8]) {
        frame[PacketLayout.timeToLiveOffset] = timeToLive
    }

    /// Makes `frame`, which has been decoded before, an answer to a sync request: for one hop, and marked as such.
    public static func markSyncAnswer(in frame: inout [UInt8]) {
        setTimeToLive(0, in: &frame)
        frame[PacketLayout.flagsOffset] |= PacketFlags.isSyncAnswer.rawValue
    }
}

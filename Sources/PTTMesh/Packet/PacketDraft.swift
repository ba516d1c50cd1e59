public import PTTWire

/// A packet of ours before it is bytes.
public struct PacketDraft: Sendable {
    public var version: PacketVersion = .v1
    public var typeByte: UInt8
    public var timeToLive: UInt8 = PacketLayout.originTimeToLive
    public var timestamp: Timestamp
    public var sender: PeerID
    /// Nil for everyone.
    public var recipient: PeerID?
    /// Nodes to pass, in order; a version 1 packet cannot carry them and goes without.
    public var route: [PeerID] = []
    public var isSyncAnswer = false
    public var payload: ArraySlice<UInt8>
    /// 64 bytes of Ed25519 over ``signingBytes()``.
    public var signature: [UInt8]?

    public init(
        _ type: PacketType, from sender: PeerID, to recipient: PeerID? = nil, at timestamp: Timestamp,
        payload: ArraySlice<UInt8>
    ) {
        self.init(typeByte: type.rawValue, from: sender, to: recipient, at: timestamp, payload: payload)
    }

    public init(
        typeByte: UInt8, from sender: PeerID, to recipient: PeerID? = nil, at timestamp: Timestamp,
        payload: ArraySlice<UInt8>
    ) {
        self.typeByte = typeByte
        self.sender = sender
        self.recipient = recipient
        self.timestamp = timestamp
        self.payload = payload
    }

    /// The frame as it travels; a payload that the compression rule covers goes compressed.
    public func encoded(padded: Bool) throws(PacketError) -> [UInt8] {
        let compressed = compressedPayload()
        let length = compressed.map { $0.count + version.lengthFieldWidth } ?? payload.count
        guard length <= version.largestLength else { throw .payloadDoesNotFit(length, version) }
        guard route.count <= PacketLayout.largestHopCount else { throw .tooManyHops(route.count) }
        var frame: [UInt8] = []
        frame.reserveCapacity(Padding.paddedLength(largestFrameLength(payload: length)))
        appendHeader(to: &frame, payloadLength: length, isCompressed: compressed != nil)
        if let compressed {
            appendLength(payload.count, to: &frame)
            frame += compressed
        } else {
            frame += payload
        }
        if let signature { frame += signature }
        if padded { Padding.fill(&frame) }
        return frame
    }

    /// What Ed25519 signs: the padded frame without signature, TTL and sync mark, which may change on the way.
    public func signingBytes() throws(PacketError) -> [UInt8] {
        var copy = self
        copy.signature = nil
        copy.timeToLive = 0
        copy.isSyncAnswer = false
        return try copy.encoded(padded: true)
    }

    private var travelsWithRoute: Bool { version == .v2 && !route.isEmpty }

    private func compressedPayload() -> [UInt8]? {
        guard payload.count <= version.largestLength, Compression.isWorthTrying(payload) else { return nil }
        return Compression.deflate(payload)
    }

    private func largestFrameLength(payload length: Int) -> Int {
        version.headerLength + PeerID.byteCount * (2 + route.count) + 1 + length + PacketLayout.signatureLength
    }

    /// Appends everything in front of the payload.
    func appendHeader(to frame: inout [UInt8], payloadLength: Int, isCompressed: Bool) {
        var flags: PacketFlags = []
        if recipient != nil { flags.insert(.hasRecipient) }
        if signature != nil { flags.insert(.hasSignature) }
        if isCompressed { flags.insert(.isCompressed) }
        if travelsWithRoute { flags.insert(.hasRoute) }
        if isSyncAnswer { flags.insert(.isSyncAnswer) }
        frame.append(version.rawValue)
        frame.append(typeByte)
        frame.append(timeToLive)
        frame.appendBigEndian(timestamp.milliseconds)
        frame.append(flags.rawValue)
        appendLength(payloadLength, to: &frame)
        frame.appendBigEndian(sender.rawValue)
        if let recipient { frame.appendBigEndian(recipient.rawValue) }
        if travelsWithRoute {
            frame.append(UInt8(route.count))
            for hop in route { frame.appendBigEndian(hop.rawValue) }
        }
    }

    private func appendLength(_ length: Int, to frame: inout [UInt8]) {
        switch version {
        case .v1: frame.appendBigEndian(UInt16(length))
        case .v2: frame.appendBigEndian(UInt32(length))
        }
    }
}

import PTTCrypto
public import PTTWire

/// Names that nodes derive from what a packet says, so that all of them derive the same.
public enum MessageIdentity {
    /// The name of a public line of text: 32 hex digits of a hash of sender, time and trimmed text.
    public static func publicMessage(sender: PeerID, timestamp: Timestamp, text: String) -> String {
        let source = "\(sender)|\(timestamp.milliseconds)|\(trimmed(text))"
        return String(SHA256.digest(of: Array(source.utf8)).description.prefix(32))
    }

    /// The key under which shipped nodes remember a packet they have seen.
    ///
    /// For reading their logs. It leaves the signature out, so that a forged copy takes the place of a genuine packet;
    /// this node keeps `PacketFingerprint` instead.
    public static func shippedKey(of packet: Packet) throws(PacketError) -> String {
        let digest = SHA256.digest(of: try packet.payload()).description.prefix(8)
        return "\(packet.sender)-\(packet.timestamp.milliseconds)-\(packet.typeByte)-\(digest)"
    }

    /// The 16 bytes by which a packet is named in gossip between nodes.
    public static func gossip(of packet: Packet) throws(PacketError) -> [UInt8] {
        var source = [packet.typeByte]
        source.appendBigEndian(packet.sender.rawValue)
        source.appendBigEndian(packet.timestamp.milliseconds)
        source += try packet.payload()
        return Array(SHA256.digest(of: source).bytes.prefix(16))
    }

    /// `text` without the white space at its ends.
    static func trimmed(_ text: String) -> Substring {
        let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !isSpace($0) }),
            let last = scalars.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return Substring(scalars[first...last])
    }
}

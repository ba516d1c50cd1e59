import PTTCrypto
import PTTWire

extension MessageIdentity {
    /// The name of a private file, which receipts give: `media-` and 32 hex digits of a hash of both ends and the file's name.
    ///
    /// Nil unless the file's name is one that happens only once: `voice_….m4a` or `img_….jpg` that ends in a UUID, or a note
    /// named after its burst (bitchat wire §6.5). Files without such a name are sent and taken, but never confirmed.
    public static func privateFile(from sender: PeerID, to recipient: PeerID, named name: String) -> String? {
        guard isUnique(name) else { return nil }
        var source = Array("bitchat-private-media-message-v1".utf8)
        for field in [sender.description, recipient.description, name] {
            source.appendBigEndian(UInt32(truncatingIfNeeded: field.utf8.count))
            source += field.utf8
        }
        return "media-" + SHA256.digest(of: source).description.prefix(32)
    }

    private static func isUnique(_ name: String) -> Bool {
        guard !name.contains("/") else { return false }
        if FileName.burst(ofNote: name) != nil { return true }
        let (stem, ending) = FileName.split(name)
        let isMedia =
            switch ending.lowercased() {
            case "m4a": stem.hasPrefix(FileName.notePrefix)
            case "jpg", "jpeg": stem.hasPrefix("img_")
            default: false
            }
        guard isMedia, let last = stem.split(separator: "_").last else { return false }
        return isUUID(last)
    }

    /// Hex digits of either case in groups of 8, 4, 4, 4 and 12.
    private static func isUUID(_ text: Substring) -> Bool {
        let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let isHex = { (byte: UInt8) in Character(Unicode.Scalar(byte)).isHexDigit }
        return groups.map(\.count) == [8, 4, 4, 4, 12] && groups.allSatisfy { $0.allSatisfy(isHex) }
    }
}

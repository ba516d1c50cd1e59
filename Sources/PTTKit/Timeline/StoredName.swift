import PTTMesh
import PTTWire

/// The name of a file of ours inside its folder: nothing that could lead out of it.
struct StoredName: Hashable, Sendable, CustomStringConvertible {
    let text: String

    var description: String { text }

    /// - Parameter text: 1…120 letters, digits, `_`, `-` and `.` of ASCII, not beginning with a dot.
    init?(_ text: String) {
        let isSafe = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."): true
            default: false
            }
        }
        guard isSafe, (1...120).contains(text.utf8.count), !text.hasPrefix(".") else { return nil }
        self.text = text
    }

    private init(safe text: String) {
        self.text = text
    }

    static let livePrefix = "voice_live_"
    static let arrivingPrefix = "arriving_"
    private static let voicePrefix = "voice_"

    /// What is written while a burst is heard.
    static func capture(of key: BubbleKey, fileExtension: String) -> StoredName {
        StoredName(safe: livePrefix + stem(key) + suffix(fileExtension))
    }

    /// What is kept of a burst, captured or sent as a note.
    static func voice(of key: BubbleKey, fileExtension: String) -> StoredName {
        StoredName(safe: voicePrefix + stem(key) + suffix(fileExtension))
    }

    /// What we record of a burst of our own, under the name that it travels with.
    static func recording(of burst: BurstID, fileExtension: String) -> StoredName {
        StoredName(safe: "\(voicePrefix)\(burst)" + suffix(fileExtension))
    }

    /// A file without a burst.
    static func other(_ kind: Bubble.Kind, unique: String, fileExtension: String) -> StoredName {
        StoredName(safe: "\(kind.rawValue)_\(letters(unique, most: 64))" + suffix(fileExtension))
    }

    /// A file that has arrived, before its bubble knows.
    static func arriving(unique: String) -> StoredName {
        StoredName(safe: arrivingPrefix + letters(unique, most: 64))
    }

    var isCapture: Bool { text.hasPrefix(Self.livePrefix) }
    var isArriving: Bool { text.hasPrefix(Self.arrivingPrefix) }

    /// The burst that a capture or a received voice belongs to, read out of the name.
    var key: BubbleKey? {
        let prefix = isCapture ? Self.livePrefix : Self.voicePrefix
        guard text.hasPrefix(prefix) else { return nil }
        let stem = text.dropFirst(prefix.count).prefix { $0 != "." }
        let parts = stem.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 3, let burst = BurstID(hex: parts[0]), let talker = PeerID(parts[1]) else { return nil }
        switch parts[2] {
        case "dm": return BubbleKey(conversation: .direct(talker), talker: talker, burst: burst)
        case "mesh": return BubbleKey(conversation: .everyone, talker: talker, burst: burst)
        default: return nil
        }
    }

    var fileExtension: String {
        text.split(separator: ".").dropFirst().last.map(String.init) ?? ""
    }

    private static func stem(_ key: BubbleKey) -> String {
        switch key.conversation {
        case .everyone: "\(key.burst)_\(key.talker)_mesh"
        case .direct: "\(key.burst)_\(key.talker)_dm"
        }
    }

    private static func suffix(_ fileExtension: String) -> String {
        let letters = letters(fileExtension.lowercased(), most: 8)
        return "." + (letters.isEmpty ? "bin" : letters)
    }

    private static func letters(_ text: String, most: Int) -> String {
        String(text.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }.prefix(most))
    }
}

extension BurstID {
    /// Reads the sixteen hex digits that ``description`` writes.
    init?(hex text: some StringProtocol) {
        // A burst ID is written as a peer ID is.
        guard let value = PeerID(text)?.rawValue else { return nil }
        self.init(rawValue: value)
    }
}

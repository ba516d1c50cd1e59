public import PTTWire

/// The name of a file from a stranger, made safe to be the name of a file on a disk (bitchat wire §6.4).
public struct FileName: Hashable, Sendable, CustomStringConvertible {
    /// One path component: never empty, hidden, or with a separator or control character in it.
    public let description: String

    /// - Parameters:
    ///   - name: As received.
    ///   - type: Tells the extension of a name that has none.
    ///   - fallback: Stands for a name that nothing is left of.
    public init(_ name: String?, type: FileType, fallback: String = "file") {
        var scalars = String.UnicodeScalarView()
        // No more than will be kept: a name may have 64 KiB, and one character of it any number of marks.
        for scalar in (name ?? "").unicodeScalars.prefix(Self.mostScalars) where scalar.value != 0 {
            scalars.append(Self.isSafe(scalar) ? scalar : "_")
        }
        var safe = String(MessageIdentity.trimmed(String(scalars)))
        if safe.isEmpty { safe = fallback }
        // By its first byte: a dot with a mark on it is hidden as well.
        if safe.utf8.first == UInt8(ascii: ".") { safe = "_" + safe }
        let ending = Self.split(safe).ending
        if ending.isEmpty || ending.utf8.count > Self.mostEndingBytes { safe += "." + type.fileExtension }
        description = Self.shortened(safe)
    }

    /// Another name for a file that stands beside one of this name: `name (2).m4a`.
    public func numbered(_ number: Int) -> String {
        let (stem, ending) = Self.split(description)
        return "\(stem) (\(number))" + (ending.isEmpty ? "" : "." + ending)
    }

    /// The talk that a voice note holds, as its name says: `voice_`, sixteen hex digits, `.m4a`.
    public static func burst(ofNote name: String) -> BurstID? {
        let (stem, ending) = split(name)
        guard ending.lowercased() == "m4a", stem.hasPrefix(notePrefix) else { return nil }
        return PeerID(stem.dropFirst(notePrefix.count)).map { BurstID(rawValue: $0.rawValue) }
    }

    /// The name of the note of a talk.
    public static func note(of burst: BurstID) -> String { "\(notePrefix)\(burst).m4a" }

    static let notePrefix = "voice_"
    private static let mostScalars = 4 * FileLimits.longestName
    /// File systems take 255 bytes; a number and a folder's own endings still fit.
    private static let mostBytes = 200
    /// What is longer behind a dot tells no type.
    private static let mostEndingBytes = 16

    /// The name before its last dot, and what follows; a dot in front begins no extension.
    static func split(_ name: String) -> (stem: String, ending: String) {
        let scalars = name.unicodeScalars
        guard let dot = scalars.lastIndex(of: "."), dot > scalars.startIndex else { return (name, "") }
        return (String(scalars[..<dot]), String(scalars[scalars.index(after: dot)...]))
    }

    private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        // Direction marks and line separators make one name look like another.
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber, .connectorPunctuation,
            .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
            .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol, .spaceSeparator:
            !#"/\<>:"|?*"#.unicodeScalars.contains(scalar)
        @unknown default: false
        }
    }

    /// - Parameter name: With an ending that is not too long.
    private static func shortened(_ name: String) -> String {
        var (stem, ending) = split(name)
        stem = String(stem.prefix(FileLimits.longestName - ending.count - 1))
        let room = mostBytes - ending.utf8.count - 1
        while stem.utf8.count > room, stem.count > 1 { stem.removeLast() }
        // One character may have hundreds of marks.
        return (stem.utf8.count > room ? "_" : stem) + "." + ending
    }
}

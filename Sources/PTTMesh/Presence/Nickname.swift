/// Makes a name that somebody else chose safe to show, and one of ours fit to travel.
enum Nickname {
    /// Bytes of UTF-8 that a name may have on the wire.
    static let largestLength = 255

    /// `name` without characters that move the cursor, change colours or reorder text on a terminal.
    static func readable(_ name: String) -> String {
        guard !name.unicodeScalars.allSatisfy(isReadable) else { return name }
        return String(String.UnicodeScalarView(name.unicodeScalars.filter(isReadable)))
    }

    /// The longest front of `name` that fits, cut between characters.
    static func fitting(_ name: String) -> String {
        guard name.utf8.count > largestLength else { return name }
        var fitting = ""
        for character in name {
            guard fitting.utf8.count + character.utf8.count <= largestLength else { break }
            fitting.append(character)
        }
        return fitting
    }

    private static func isReadable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        // The joiner holds emoji together; its kin reorder text or hide in it.
        case .format: scalar == "\u{200D}"
        default: true
        }
    }
}

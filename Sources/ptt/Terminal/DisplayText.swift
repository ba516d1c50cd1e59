/// Text as a terminal shows it: measured in columns, without anything that would steer the terminal.
struct DisplayText: Sendable {
    private let characters: [Character]

    init(_ text: String) {
        // By scalars first: a control character may hide in a cluster.
        let scalars = text.unicodeScalars.filter { scalar in
            let category = scalar.properties.generalCategory
            // The joiner of emoji is a format character too, and harmless.
            return scalar.value == 0x200D || !Self.steering.contains(category)
        }
        characters = Array(String(String.UnicodeScalarView(scalars)))
    }

    private static let steering: Set<Unicode.GeneralCategory> = [
        .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned,
    ]

    var columns: Int { characters.reduce(0) { $0 + Self.columns(of: $1) } }

    /// The text in at most `room` columns, ending in `…` where it was cut.
    func cut(to room: Int) -> String {
        guard columns > room else { return String(characters) }
        guard room > 0 else { return "" }
        var kept = ""
        var used = 1
        for character in characters {
            used += Self.columns(of: character)
            guard used <= room else { break }
            kept.append(character)
        }
        return kept + "…"
    }

    /// Columns of one character: 2 for East Asian wide ones and emoji (UAX #11), 0 for a lone combining mark.
    private static func columns(of character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        if first.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}") { return 2 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return wide.contains { $0.contains(first.value) } ? 2 : 1
        }
    }

    /// The blocks that are wide or fullwidth throughout.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
        0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
        0x17000...0x18CFF, 0x1B000...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD,
    ]
}

/// A key as far as talking needs to tell keys apart.
enum Key: Hashable, Sendable {
    case space
    case escape
    case control(Character)
    case character(Character)
    /// Arrows, function keys and whatever else there is.
    case other
}

/// What a terminal sends.
enum TerminalInput: Hashable, Sendable {
    enum Stroke: Hashable, Sendable {
        case press
        /// Only a terminal that reports strokes tells this from a press.
        case `repeat`
        case release
    }

    case key(Key, Stroke)
    case focusGained
    case focusLost
    /// Answer to the question which keyboard enhancements are on; 2 is among them where releases are reported.
    case enhancements(Int)
    /// Answer that every terminal gives, and so the sign that no other will come.
    case attributes
}

/// Turns a terminal's bytes into keys: plain characters, escape sequences (ECMA-48), and those of the kitty keyboard
/// protocol, which also tells when a key comes up.
///
/// A lone escape byte is the Escape key once nothing follows it: ask ``flush()`` after ``patience``.
struct KeyDecoder: Sendable {
    /// How long the rest of an escape sequence may take, also over a slow line.
    static let patience = Duration.milliseconds(50)
    /// Longest escape sequence kept; no terminal sends a longer one.
    private static let longest = 64

    private var pending: [UInt8] = []

    /// An escape sequence has begun, or the Escape key was pressed: more bytes or ``flush()`` tell which.
    var isUndecided: Bool { !pending.isEmpty }

    mutating func take(_ bytes: some Sequence<UInt8>) -> [TerminalInput] {
        var inputs: [TerminalInput] = []
        for byte in bytes { take(byte, &inputs) }
        return inputs
    }

    /// Decides what waits: no more bytes belong to it.
    mutating func flush() -> [TerminalInput] {
        defer { pending = [] }
        return pending == [0x1B] ? [.key(.escape, .press)] : []
    }

    private mutating func take(_ byte: UInt8, _ inputs: inout [TerminalInput]) {
        guard !pending.isEmpty else {
            if byte == 0x1B { pending = [byte] } else if let key = Self.plain(byte) { inputs.append(.key(key, .press)) }
            return
        }
        if byte == 0x1B {
            // A sequence that breaks off; an escape before it was the key.
            inputs += flush()
            pending = [byte]
            return
        }
        pending.append(byte)
        if pending.count == 2 {
            // CSI and SS3 go on; anything else is Alt and a key.
            if byte != UInt8(ascii: "["), byte != UInt8(ascii: "O") { finish(.key(.other, .press), &inputs) }
        } else if pending[1] == UInt8(ascii: "O") {
            finish(.key(.other, .press), &inputs)
        } else if (0x40...0x7E).contains(byte) {
            finish(Self.controlSequence(pending.dropFirst(2)), &inputs)
        } else if pending.count >= Self.longest || byte < 0x20 {
            pending = []
        }
    }

    private mutating func finish(_ input: TerminalInput?, _ inputs: inout [TerminalInput]) {
        pending = []
        if let input { inputs.append(input) }
    }

    /// A byte outside of escape sequences; nil within a character beyond ASCII, whose first byte is the key.
    private static func plain(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x00: .control(" ")
        case 0x20: .space
        case 0x01...0x1A: .control(Character(UnicodeScalar(byte + 0x60)))
        case 0x21...0x7E: .character(Character(UnicodeScalar(byte)))
        case 0x80...0xBF: nil
        default: .other
        }
    }

    /// What follows `ESC [`, up to and with its final byte; nil where it is no input of ours.
    private static func controlSequence(_ bytes: ArraySlice<UInt8>) -> TerminalInput? {
        guard let final = bytes.last else { return nil }
        let text = String(decoding: bytes.dropLast(), as: UTF8.self)
        switch final {
        case UInt8(ascii: "I") where text.isEmpty: return .focusGained
        case UInt8(ascii: "O") where text.isEmpty: return .focusLost
        case UInt8(ascii: "c") where text.hasPrefix("?"): return .attributes
        case UInt8(ascii: "u") where text.hasPrefix("?"): return Int(text.dropFirst()).map { .enhancements($0) }
        case UInt8(ascii: "u"): return kittyKey(text)
        default: return .key(.other, stroke(of: text))
        }
    }

    /// `code[:alternates] ; modifiers[:stroke] ; text` (kitty keyboard protocol).
    private static func kittyKey(_ text: String) -> TerminalInput? {
        let fields = text.split(separator: ";", omittingEmptySubsequences: false)
        guard let code = fields.first?.prefix(while: { $0 != ":" }), let number = UInt32(code) else { return nil }
        return .key(key(number, modifiers: modifiers(of: fields)), stroke(of: text))
    }

    private static func key(_ code: UInt32, modifiers: Int) -> Key {
        // Locked Caps and Num are no modifiers of ours; Shift changes nothing here.
        let held = modifiers & 0b0011_1110
        guard let scalar = UnicodeScalar(code), held & ~0b100 == 0 else { return .other }
        if held == 0b100 { return scalar.isASCII ? .control(Character(scalar)) : .other }
        switch code {
        case 0x20: return .space
        case 0x1B: return .escape
        case 0x21...0x7E: return .character(Character(scalar))
        default: return .other
        }
    }

    private static func modifiers(of fields: [Substring]) -> Int {
        guard fields.count > 1 else { return 0 }
        let number = Int(fields[1].prefix { $0 != ":" }) ?? 1
        return (1...256).contains(number) ? number - 1 : 0
    }

    private static func stroke(of text: String) -> TerminalInput.Stroke {
        let fields = text.split(separator: ";", omittingEmptySubsequences: false)
        guard fields.count > 1 else { return .press }
        let parts = fields[1].split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return .press }
        switch parts[1] {
        case "2": return .repeat
        case "3": return .release
        default: return .press
        }
    }
}

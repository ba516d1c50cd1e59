extension CodeTables {
    /// The tables that come with this module; Tools/melp-train makes them.
    ///
    /// They are decoded once, when they are first used.
    public static let standard: CodeTables = {
        do {
            return try CodeTables(decoding: Base64.decoded(StandardTables.base64))
        } catch {
            preconditionFailure("the tables in this module are damaged: \(error)")
        }
    }()
}

/// Base64 as RFC 4648 section 4 has it, for text that comes with this module: characters outside the alphabet are passed over.
enum Base64 {
    static func decoded(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count * 3 / 4)
        var bits: UInt32 = 0
        var count = 0
        for character in text.utf8 {
            guard let value = value(of: character) else { continue }
            bits = bits << 6 | value
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return bytes
    }

    private static func value(of character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}

/// Text that is not hexadecimal.
public enum HexError: Error, Hashable, Sendable {
    case oddLength(Int)
    /// A character that is no hex digit, and where it stands.
    case notADigit(Character, offset: Int)
}

extension [UInt8] {
    /// Reads pairs of hex digits of either case, with nothing between them.
    public init(hex text: some StringProtocol) throws(HexError) {
        self = []
        reserveCapacity(text.utf8.count / 2)
        var high: UInt8?
        for (offset, character) in text.enumerated() {
            guard character.isASCII, let digit = character.hexDigitValue.map(UInt8.init) else {
                throw .notADigit(character, offset: offset)
            }
            if let first = high {
                append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        guard high == nil else { throw .oddLength(text.count) }
    }
}

extension Sequence<UInt8> {
    /// Two lower-case hex digits a byte.
    public var hex: String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(2 * underestimatedCount)
        for byte in self {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}

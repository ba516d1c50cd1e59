import Testing

@testable import ptt

@Suite struct KeyDecoderTests {
    private func decode(_ text: String) -> [TerminalInput] {
        var decoder = KeyDecoder()
        return decoder.take(text.utf8)
    }

    @Test(arguments: [
        (" ", [TerminalInput.key(.space, .press)]),
        ("q", [.key(.character("q"), .press)]),
        ("\u{3}", [.key(.control("c"), .press)]),
        ("\u{1A}", [.key(.control("z"), .press)]),
        ("\u{0}", [.key(.control(" "), .press)]),
        ("\u{1B}[A", [.key(.other, .press)]),
        ("\u{1B}OP", [.key(.other, .press)]),
        ("\u{1B}[15~", [.key(.other, .press)]),
        ("\u{1B}q", [.key(.other, .press)]),
        ("ü", [.key(.other, .press)]),
        ("🎙", [.key(.other, .press)]),
        ("\u{1B}[I\u{1B}[O", [.focusGained, .focusLost]),
        ("\u{1B}[?0u", [.enhancements(0)]),
        ("\u{1B}[?11u\u{1B}[?62;22c", [.enhancements(11), .attributes]),
        ("a b", [.key(.character("a"), .press), .key(.space, .press), .key(.character("b"), .press)]),
    ])
    func `plain bytes and escape sequences are keys`(_ text: String, _ inputs: [TerminalInput]) {
        #expect(decode(text) == inputs)
    }

    @Test(arguments: [
        ("32u", TerminalInput.key(.space, .press)),
        ("32;1u", .key(.space, .press)),
        ("32;1:1u", .key(.space, .press)),
        ("32;1:2u", .key(.space, .repeat)),
        ("32;1:3u", .key(.space, .release)),
        ("32;;32u", .key(.space, .press)),
        ("32;129:3u", .key(.space, .release)),
        ("32;65:1u", .key(.space, .press)),
        ("32;5u", .key(.control(" "), .press)),
        ("32;3u", .key(.other, .press)),
        ("27u", .key(.escape, .press)),
        ("27;1:3u", .key(.escape, .release)),
        ("99;5u", .key(.control("c"), .press)),
        ("99;69u", .key(.control("c"), .press)),
        ("99;13u", .key(.other, .press)),
        ("113:81;2u", .key(.character("q"), .press)),
        ("57441;2u", .key(.other, .press)),
        ("1;1:3A", .key(.other, .release)),
    ])
    func `the kitty protocol's keys have strokes and modifiers`(_ text: String, _ input: TerminalInput) {
        #expect(decode("\u{1B}[" + text) == [input])
    }

    @Test func `a sequence is the same however it is cut`() {
        let text = Array("x\u{1B}[32;1:3u\u{1B}[?11u \u{1B}OP".utf8)
        let whole = decode(String(decoding: text, as: UTF8.self))
        #expect(whole.count == 5)
        for cut in 1..<text.count {
            var decoder = KeyDecoder()
            #expect(decoder.take(text[..<cut]) + decoder.take(text[cut...]) == whole)
        }
    }

    @Test func `a lone escape is the Escape key once nothing follows`() {
        var decoder = KeyDecoder()
        #expect(decoder.take([0x1B]) == [])
        #expect(decoder.isUndecided)
        #expect(decoder.flush() == [.key(.escape, .press)])
        #expect(!decoder.isUndecided)
        #expect(decoder.take([0x1B, 0x1B]) == [.key(.escape, .press)])
        #expect(decoder.take(Array("[A".utf8)) == [.key(.other, .press)])
        #expect(decoder.take(Array("\u{1B}[3".utf8)) == [])
        #expect(decoder.flush() == [])
    }

    @Test func `nonsense and endless sequences neither trap nor swallow what follows`() {
        for nonsense in [
            "\u{1B}[u", "\u{1B}[;u", "\u{1B}[99999999999999999999u", "\u{1B}[32;99999:9u", "\u{1B}[?u", "\u{1B}[c",
        ] {
            var decoder = KeyDecoder()
            _ = decoder.take(nonsense.utf8)
            #expect(decoder.take([0x20]) == [.key(.space, .press)], "\(nonsense)")
        }
        var decoder = KeyDecoder()
        _ = decoder.take(Array("\u{1B}[".utf8) + Array(repeating: UInt8(ascii: "1"), count: 100_000))
        _ = decoder.flush()
        #expect(decoder.take([0x20]) == [.key(.space, .press)])
    }

    @Test func `random bytes are decoded without trapping and the buffer stays small`() {
        var random = SystemRandomNumberGenerator()
        var decoder = KeyDecoder()
        var count = 0
        for _ in 0..<2_000 {
            let bytes = (0..<32).map { _ in
                [0x1B, 0x5B, 0x3B, 0x3A, 0x75, UInt8.random(in: 0...255, using: &random)].randomElement() ?? 0
            }
            count += decoder.take(bytes).count
        }
        #expect(count > 0)
    }
}

import Testing

@testable import PTTLink

@Suite struct LineSplitterTests {
    private func split(_ text: String, pieces: Int, limit: Int = 16) throws -> [String] {
        var splitter = LineSplitter(limit: limit)
        var lines: [String] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            try splitter.take(bytes[start..<min(start + pieces, bytes.count)]) { lines.append($0) }
        }
        return lines
    }

    @Test(arguments: 1...9)
    func `lines are the same however the bytes are cut`(_ pieces: Int) throws {
        #expect(try split("one\n\ntwo ü 🎙\nthree", pieces: pieces) == ["one", "", "two ü 🎙"])
    }

    @Test(arguments: [1, 5, 17, 40])
    func `a line may be as long as the limit and no longer`(_ pieces: Int) throws {
        #expect(try split("0123456789abcdef\nx\n", pieces: pieces) == ["0123456789abcdef", "x"])
        #expect(throws: LineSplitter.Failure.lineTooLong) { try split("0123456789abcdefg\n", pieces: pieces) }
        #expect(throws: LineSplitter.Failure.lineTooLong) { try split("0123456789abcdefg", pieces: pieces) }
    }

    @Test func `a line that is not UTF-8 is refused, after those before it`() {
        var splitter = LineSplitter(limit: 16)
        var lines: [String] = []
        #expect(throws: LineSplitter.Failure.notText) {
            try splitter.take([0x61, 0x0A, 0xC3, 0x0A, 0x62, 0x0A]) { lines.append($0) }
        }
        #expect(lines == ["a"])
    }
}

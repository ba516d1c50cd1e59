import PTTTestSupport
import Testing

@testable import PTTMELP

struct CodeTablesTests {
    private func refusal(_ bytes: [UInt8]) -> TableError? {
        do throws(TableError) {
            _ = try CodeTables(decoding: bytes)
            return nil
        } catch {
            return error
        }
    }

    /// The file with its checksum made right again.
    private func sealed(_ bytes: [UInt8]) -> [UInt8] {
        let body = bytes.dropLast(4)
        let checksum = CRC32.checksum(of: body)
        return body + (0..<4).map { UInt8(truncatingIfNeeded: checksum >> (8 * UInt32($0))) }
    }

    @Test("The checksum is that of zlib and Ethernet")
    func checksum() {
        #expect(CRC32.checksum(of: Array("123456789".utf8)[...]) == 0xCBF4_3926)
    }

    @Test("The standard tables come back from a file as they went in")
    func roundTrip() throws {
        let file = CodeTables.standard.encoded()
        let copy = try CodeTables(decoding: file)
        #expect(copy.tables == CodeTables.standard.tables)
        #expect(copy.generator == "Tools/melp-train")
        #expect(copy.encoded() == file)
    }

    @Test("A file that ends early, or goes on, is refused")
    func length() {
        let file = CodeTables.standard.encoded()
        for count in [0, 1, 7, 8, 11, 43, 44, 100, file.count - 1] {
            let error = refusal(Array(file.prefix(count)))
            #expect(error == .truncated || error == .wrongChecksum, "\(count) bytes")
        }
        #expect(refusal(sealed(file.dropLast(4) + [0, 0] + file.suffix(4))) == .trailingBytes)
        #expect(refusal(sealed(Array(file.dropLast(100)))) == .truncated)
    }

    @Test("Whatever is wrong is said")
    func damage() {
        let file = CodeTables.standard.encoded()
        func changed(_ place: Int, _ value: UInt8) -> [UInt8] {
            var copy = file
            copy[place] = value
            return sealed(copy)
        }
        #expect(refusal(changed(0, 0)) == .notATableFile)
        #expect(refusal(changed(8, 99)) == .unsupportedVersion(99))
        #expect(refusal(changed(10, 1)) == .wrongTableCount(1))
        #expect(refusal(changed(20, 0xC3)) == .unreadableGenerator)
        #expect(refusal(changed(44, 0xEE)) == .wrongTable(place: 0))
        #expect(refusal(changed(46, 0)) == .wrongTable(place: 0))
        #expect(refusal(changed(55, 0xFF)) == .wrongScale(place: 0))
        var flipped = file
        flipped[1000] ^= 1
        #expect(refusal(flipped) == .wrongChecksum)
    }

    @Test("A table of another shape, or of what is not a number, cannot be made")
    func shapes() {
        let count = CodeTable.Name.cutoffs.rows * CodeTable.Name.cutoffs.columns
        let numbers = (0..<count).map(Float.init)
        #expect(CodeTable(name: .cutoffs, rounding: Array(numbers.dropLast())) == nil)
        #expect(CodeTable(name: .cutoffs, rounding: numbers.dropLast() + [.nan]) == nil)
        #expect(CodeTable(name: .cutoffs, rounding: numbers) != nil)
    }

    @Test("Tables that lack one are refused")
    func completeness() {
        let all = CodeTables.standard.tables
        #expect(throws: TableError.wrongTableCount(UInt16(all.count - 1))) {
            try CodeTables(generator: "", seed: 0, tables: Array(all.dropLast()))
        }
    }
}

import PTTWire
import Testing

@Suite("Byte reader")
struct ByteReaderTests {
    @Test("Reads back what was appended, highest byte first")
    func integers() throws {
        var bytes: [UInt8] = [0xFF]
        bytes.appendBigEndian(UInt16(0x0102))
        bytes.appendBigEndian(UInt32(0x0304_0506))
        bytes.appendBigEndian(UInt64(0x0708_090A_0B0C_0D0E))
        #expect(bytes == [0xFF] + Array(1...14))
        var reader = ByteReader(bytes[...])
        #expect(try reader.readUInt8() == 0xFF)
        #expect(try reader.readUInt16() == 0x0102)
        #expect(try reader.readUInt32() == 0x0304_0506)
        #expect(try reader.readUInt64() == 0x0708_090A_0B0C_0D0E)
        #expect(reader.isAtEnd)
    }

    @Test("A field beyond the end throws what it needs and what is there, and moves nothing")
    func truncation() throws {
        let bytes: [UInt8] = [1, 2, 3, 4, 5]
        var reader = ByteReader(bytes[1..<4])
        #expect(throws: TruncatedInput(needed: 4, available: 3)) { try reader.readUInt32() }
        #expect(throws: TruncatedInput(needed: 8, available: 3)) { try reader.readUInt64() }
        #expect(throws: TruncatedInput(needed: 4, available: 3)) { try reader.readBytes(4) }
        #expect(throws: TruncatedInput(needed: -1, available: 3)) { try reader.readBytes(-1) }
        #expect(throws: TruncatedInput(needed: .max, available: 3)) { try reader.readBytes(.max) }
        #expect(try reader.readBytes(2) == [2, 3])
        #expect(reader.remaining == 1)
        #expect(reader.readRest() == [4])
        #expect(try reader.readBytes(0) == [])
        #expect(throws: TruncatedInput(needed: 1, available: 0)) { try reader.readUInt8() }
    }
}

@Suite("Hex")
struct HexTests {
    @Test("Bytes become digits and back, in either case")
    func roundTrip() throws {
        let bytes = (0...255).map { UInt8($0) }
        #expect(try [UInt8](hex: bytes.hex) == bytes)
        #expect(try [UInt8](hex: bytes.hex.uppercased()) == bytes)
        #expect([UInt8]([0x00, 0x0F, 0xA0]).hex == "000fa0")
        #expect(try [UInt8](hex: "") == [])
    }

    @Test("Other text is refused with its place")
    func refusals() {
        #expect(throws: HexError.oddLength(3)) { try [UInt8](hex: "abc") }
        #expect(throws: HexError.notADigit("g", offset: 2)) { try [UInt8](hex: "00g0") }
        #expect(throws: HexError.notADigit(" ", offset: 2)) { try [UInt8](hex: "00 11") }
        #expect(throws: HexError.notADigit("Ａ", offset: 0)) { try [UInt8](hex: "Ａ0") }
    }
}

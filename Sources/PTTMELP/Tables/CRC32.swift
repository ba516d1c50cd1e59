/// The CRC of ISO-HDLC, zlib and Ethernet: polynomial 0x04C11DB7, reflected.
enum CRC32 {
    static func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
        let table = (0..<256 as Range<UInt32>).map { byte in
            (0..<8).reduce(byte) { rest, _ in rest & 1 != 0 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1 }
        }
        return ~bytes.reduce(~0) { $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
    }
}

/// Offsets and sizes that every packet shares.
public enum PacketLayout {
    public static let typeOffset = 1
    public static let timeToLiveOffset = 2
    public static let timestampOffset = 3
    public static let flagsOffset = 11
    public static let lengthOffset = 12
    public static let signatureLength = 64
    public static let largestHopCount = 255

    /// Largest payload, and largest size a compressed payload may claim: a 1 MiB file with its TLVs in a signed packet.
    public static let largestPayload = 1_179_760

    /// TTL of everything but sync traffic where it starts.
    public static let originTimeToLive: UInt8 = 7
}

extension Array where Element == UInt8 {
    /// The big-endian integer at `offset`; the caller has checked that it lies within.
    func bigEndian<Value: FixedWidthInteger & UnsignedInteger>(at offset: Int, as type: Value.Type) -> Value {
        var value: Value = 0
        for index in offset..<offset + Value.bitWidth / 8 {
            value = value << 8 | Value(self[index])
        }
        return value
    }
}

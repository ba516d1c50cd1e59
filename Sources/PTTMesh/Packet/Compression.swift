/// The compression rule of the wire: raw DEFLATE where it is likely to help and does.
///
/// The backend file supplies `deflate(_:)` and `inflate(_:to:)`.
public enum Compression {
    /// Payloads below this are never compressed.
    static let leastLength = 100
    /// No DEFLATE stream grows more: 258 bytes cost two bits at least.
    static let largestExpansion = 1032

    /// True when a sender tries to compress `payload`: long enough, and its bytes repeat (below 90 % distinct values).
    public static func isWorthTrying(_ payload: ArraySlice<UInt8>) -> Bool {
        guard payload.count >= leastLength else { return false }
        var seen = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
        for byte in payload {
            let bit = UInt64(1) << UInt64(byte & 63)
            switch byte >> 6 {
            case 0: seen.0 |= bit
            case 1: seen.1 |= bit
            case 2: seen.2 |= bit
            default: seen.3 |= bit
            }
        }
        let distinct =
            seen.0.nonzeroBitCount + seen.1.nonzeroBitCount + seen.2.nonzeroBitCount + seen.3.nonzeroBitCount
        return distinct * 10 < min(payload.count, 256) * 9
    }
}

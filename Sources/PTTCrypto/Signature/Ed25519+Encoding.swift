extension Ed25519 {
    /// True when the 32 bytes are the canonical encoding of a y-coordinate whose points have the large order.
    ///
    /// Libraries differ in what they let pass here, and the two backends must agree.
    static func isSound(_ encoding: Span<UInt8>) -> Bool {
        guard encoding.count == keyByteCount else { return false }
        return isReduced(encoding) && !smallOrderCoordinates.contains { isCoordinate($0, of: encoding) }
    }

    /// True when y is below p = 2²⁵⁵ − 19; the top bit is the sign of x.
    private static func isReduced(_ encoding: Span<UInt8>) -> Bool {
        guard encoding[31] & 0x7f == 0x7f, (1..<31).allSatisfy({ encoding[$0] == 0xff }) else { return true }
        return encoding[0] < 0xed
    }

    private static func isCoordinate(_ coordinate: InlineArray<32, UInt8>, of encoding: Span<UInt8>) -> Bool {
        (0..<31).allSatisfy { coordinate[$0] == encoding[$0] } && coordinate[31] == encoding[31] & 0x7f
    }

    /// y of the points of order 1, 2, 4 and 8: all that the cofactor allows.
    private static let smallOrderCoordinates: [InlineArray<32, UInt8>] = [
        [
            0x01, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        ],
        [
            0xec, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
            0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f,
        ],
        [
            0x00, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        ],
        [
            0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0, 0xd5, 0xdf,
            0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05,
        ],
        [
            0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f, 0x2a, 0x20,
            0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a,
        ],
    ]
}

extension [UInt8] {
    /// Appends an integer, highest byte first.
    @inlinable
    public mutating func appendBigEndian<Integer: FixedWidthInteger & UnsignedInteger>(_ value: Integer) {
        var shift = Integer.bitWidth
        while shift > 0 {
            shift -= 8
            append(UInt8(truncatingIfNeeded: value >> Integer(shift)))
        }
    }
}
